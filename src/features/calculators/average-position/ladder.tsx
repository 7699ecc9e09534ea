/** A ladder of entries and targets by price: bar length by quantity, the average as a line. */

import type { AveragePositionResult } from '#core/calculators/average-position.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { scale, spread, textWidth } from '../shared/layout.ts';
import { Picture } from '../shared/picture.tsx';
import { ladderRungs, type Rung } from './ladder-rungs.ts';
import type { PositionTable } from './position-state.ts';
import './average-position.css';

const FONT = 11;
const RUNG = 16;
const EDGE = 4;

export interface LadderProps {
  readonly table: PositionTable;
  readonly result: AveragePositionResult;
}

export function Ladder({ table, result }: LadderProps) {
  const { t } = useTranslation('calculators');
  const rungs = ladderRungs(table, result);
  const height = Math.max(64, rungs.length * (RUNG + 4) + 2 * EDGE);
  const prices = rungs.map(({ price }) => price);
  const y = scale(Math.max(...prices), Math.min(...prices), EDGE + RUNG / 2, height - EDGE - RUNG / 2);
  const places = spread(
    rungs.map(({ price }) => ({ at: y(price), width: RUNG })),
    EDGE,
    height - EDGE,
    3,
  );
  const most = Math.max(...rungs.map(({ quantity }) => quantity));
  const label = rungs.map((rung) => t(`ladder.${rung.kind}`, { price: rung.text })).join(', ');
  return (
    <Picture height={height} label={label}>
      {(width) => {
        const column = Math.min(
          width * 0.5,
          Math.max(...rungs.map((rung) => textWidth(nameOf(rung), FONT))) + 10,
        );
        // A number too long for its column is smaller, never cut or out of shape.
        const fontSize = (text: string) => Math.min(FONT, (FONT * (column - 10)) / textWidth(text, FONT));
        const length = scale(0, most, 3, width - column - EDGE);
        return rungs.map((rung, index) => {
          const at = places[index] ?? 0;
          return (
            <g key={rung.id}>
              <text
                className={rung.kind === 'average' ? 'picture-value' : 'picture-name'}
                x={column - 8}
                y={at + 4}
                textAnchor="end"
                fontSize={fontSize(nameOf(rung))}
              >
                {nameOf(rung)}
              </text>
              {rung.kind === 'average' ? (
                <path className="ladder-average" d={`M${column} ${at}H${width}`} />
              ) : (
                <rect
                  className={`ladder-${toneOf(rung)}`}
                  x={column}
                  y={at - RUNG / 2 + 2}
                  width={length(rung.quantity)}
                  height={RUNG - 4}
                  rx={3}
                />
              )}
            </g>
          );
        });
      }}
    </Picture>
  );
}

/** Gain and loss never differ by colour alone. */
function nameOf({ kind, text, isLoss }: Rung): string {
  if (kind !== 'target') return text;
  return `${isLoss ? '▼' : '▲'} ${text}`;
}

function toneOf(rung: Rung): 'entry' | 'gain' | 'loss' {
  if (rung.kind === 'entry') return 'entry';
  return rung.isLoss ? 'loss' : 'gain';
}
