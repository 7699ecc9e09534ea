/** A text as a QR code. */
import { useMemo } from 'react';
import { classNames } from './class-names.ts';
import { qrRows } from './qr-rows.ts';
import './qr-picture.css';

export interface QrPictureProps {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
  /** A long text: the code is as wide as its place. */
  readonly isDense?: boolean;
}

export function QrPicture({ text, label, isDense = false }: QrPictureProps) {
  const rows = useMemo(() => qrRows(text, isDense), [text, isDense]);
  return (
    <svg
      className={classNames('qr-picture', isDense && 'qr-dense')}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={rows.map(bars).join('')} />
    </svg>
  );
}

/** The dark squares of a row as bars, which are parts of a path. */
function bars(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const from = x;
    while (row[x] === true) x += 1;
    if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
  }
  return path;
}
