/** A text as the squares of a QR code, with the light border that scanners need. */
import { encodeQR } from 'qr';

/** The border that the standard asks for, in squares: without it, scanners lose the code in a dark theme. */
const QUIET_ZONE = 4;

/**
 * Rows of dark squares.
 * @param isDense for a long text: larger squares instead of more correction, which cameras read better.
 */
export function qrRows(text: string, isDense = false): readonly (readonly boolean[])[] {
  return encodeQR(text, 'raw', { ecc: isDense ? 'low' : 'medium', border: QUIET_ZONE });
}
