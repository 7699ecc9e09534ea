/** The pictures of the steps after the first: chart drawings, with figures that need no translation. */
export const STEP_ART = {
  riskMoney: <MoneyArt />,
  riskPercent: <PercentArt />,
  positions: <Positions />,
} as const;

export type StepArt = typeof STEP_ART;

/** For each candle: left edge, top and height of its body, start and end of its wick, and whether it rose. */
const TRADE = [
  [34, 102, 22, 94, 130, 0],
  [56, 112, 20, 104, 146, 0],
  [78, 100, 34, 90, 142, 1],
  [100, 82, 26, 72, 116, 1],
  [122, 88, 14, 78, 110, 0],
  [144, 58, 40, 50, 106, 1],
  [166, 36, 30, 28, 74, 1],
] as const;

/** A long position: the possible loss below the entry, the possible gain above it, and the price between them. */
function MoneyArt() {
  return (
    <>
      <rect x="16" y="18" width="248" height="154" rx="20" fill="var(--surface)" />
      <rect x="72" y="32" width="192" height="80" fill="var(--gain-bg)" />
      <rect x="72" y="112" width="192" height="38" fill="var(--loss-bg)" />
      <g strokeWidth="2" strokeLinecap="round">
        <path d="M72 32h192" stroke="var(--gain)" />
        <path d="M16 112h248" stroke="var(--hint)" strokeDasharray="1 6" />
        <path d="M72 150h192" stroke="var(--loss)" />
      </g>
      {TRADE.map(([x, top, height, from, to, rose]) => (
        <g key={x} fill={rose ? 'var(--gain)' : 'var(--loss)'}>
          <rect x={x + 5} y={from} width="2" height={to - from} rx="1" />
          <rect x={x} y={top} width="12" height={height} rx="2.5" />
        </g>
      ))}
      <g className="art-label" textAnchor="end">
        <text x="254" y="77" fill="var(--gain)">
          +$324
        </text>
        <text x="254" y="137" fill="var(--loss)">
          −$100
        </text>
      </g>
    </>
  );
}

const COLUMNS = 10;
const ROWS = 5;
const LOST = { column: 7, row: 0 };
const PITCH = 23;

/** Two percent are one in fifty: the deposit, and the one piece of it that a trade may cost. */
function PercentArt() {
  const squares = Array.from({ length: COLUMNS * ROWS }, (_, i) => ({
    column: i % COLUMNS,
    row: Math.floor(i / COLUMNS),
  }));
  const x = (column: number) => 27 + column * PITCH;
  const y = (row: number) => 66 + row * PITCH;
  return (
    <>
      {squares.map(({ column, row }) => {
        const isLost = column === LOST.column && row === LOST.row;
        return (
          <rect
            key={`${column}.${row}`}
            x={x(column)}
            y={y(row)}
            width="19"
            height="19"
            rx="5"
            fill={isLost ? 'none' : 'var(--accent)'}
            stroke={isLost ? 'var(--loss)' : undefined}
            strokeWidth="1.5"
            strokeDasharray="3 3"
            opacity={isLost ? 1 : 0.35 + 0.13 * row}
          />
        );
      })}
      <path
        d={`M${x(LOST.column) + 10} ${y(LOST.row) - 4}q-1-8 2-13`}
        fill="none"
        stroke="var(--loss)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 5"
      />
      <rect x="180" y="10" width="70" height="38" rx="10" fill="var(--loss)" transform="rotate(6 215 29)" />
      <text
        x="215"
        y="36"
        className="art-figure"
        textAnchor="middle"
        fill="var(--surface)"
        transform="rotate(6 215 29)"
      >
        2 %
      </text>
    </>
  );
}

/** Three purchases on the way down, their average, and two targets on the way up. */
function Positions() {
  return (
    <>
      <path
        d="M18 50c22-8 26 18 44 16s24 30 42 30 22 42 44 38 26-60 50-66 30-28 62-44"
        fill="none"
        stroke="var(--hint)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M18 100h244"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <g fill="var(--accent)" stroke="var(--bg)" strokeWidth="3">
        <circle cx="62" cy="66" r="8" />
        <circle cx="104" cy="96" r="9.5" />
        <circle cx="148" cy="134" r="12" />
      </g>
      <g fill="var(--gain)" stroke="var(--bg)" strokeWidth="3">
        <circle cx="198" cy="68" r="8" />
        <circle cx="244" cy="33" r="8" />
      </g>
      <g className="art-label" textAnchor="middle">
        <text x="30" y="124" fill="var(--accent-text)" fontSize="24">
          x̄
        </text>
        <text x="188" y="46" fill="var(--gain)">
          +8 %
        </text>
        <text x="226" y="16" fill="var(--gain)">
          +15 %
        </text>
      </g>
      <g fill="var(--accent)" opacity="0.3">
        <rect x="40" y="164" width="44" height="8" rx="4" />
        <rect x="88" y="164" width="56" height="8" rx="4" />
        <rect x="148" y="164" width="92" height="8" rx="4" />
      </g>
    </>
  );
}
