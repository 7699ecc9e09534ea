/** A text as a QR code. */
import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** The border that the standard asks for, in modules: without it, scanners lose the code in a dark theme. */
const QUIET_ZONE = 4;

export interface QrPictureProps {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

export function QrPicture({ text, label }: QrPictureProps) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE }), [text]);
  return (
    <svg
      className="qr-picture"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={rows.flatMap(squares).join('')} />
    </svg>
  );
}

/** The dark modules of a row, as parts of a path. */
function squares(row: readonly boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []));
}
