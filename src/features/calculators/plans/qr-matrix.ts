/** A text as the squares of a QR code. */
import { encodeQR } from 'qr';
import type { QrMatrix } from '#ui/shared-picture/qr.ts';

/** The narrowest border that the library makes. */
const BORDER = 1;

/** Without a quiet zone. */
export function qrMatrix(text: string): QrMatrix {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  return {
    size: rows.length - 2 * BORDER,
    isDark: (x, y) => rows[y + BORDER]?.[x + BORDER] === true,
  };
}
