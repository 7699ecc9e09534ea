/** The fear and greed index as a half dial of five segments. */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { pointerDegrees } from './figures.ts';

const SEGMENTS = [1, 2, 3, 4, 5];
const RADIUS = 56;

export function Gauge({ index }: { readonly index: MarketOverview['fearGreedIndex'] }) {
  const { t } = useTranslation('market');
  const { classification } = index;
  const value = classification === 'No Data' ? null : index.value;
  const figure = value === null ? '—' : String(Math.round(value));
  const mood = t(`mood.${classification}`);
  return (
    <Card title={t('fearGreed')} className="market-dial">
      <svg viewBox="0 0 140 80" role="img" aria-label={t('dial', { value: figure, mood })}>
        <g fill="none" strokeWidth="12">
          {SEGMENTS.map((segment) => (
            <path
              key={segment}
              stroke={`var(--mood-${segment})`}
              d={arc(segment * 20 - 19, segment * 20 - 1)}
            />
          ))}
        </g>
        {value !== null && (
          <g transform={`rotate(${pointerDegrees(value)} 70 72)`}>
            <path d="M70 72V30" stroke="var(--text)" strokeWidth="3" strokeLinecap="round" />
          </g>
        )}
        <circle cx="70" cy="72" r="5" fill={value === null ? 'var(--line)' : 'var(--text)'} />
      </svg>
      <p className="market-dial-value" aria-hidden="true">
        {figure}
      </p>
      <p className="sub" aria-hidden="true">
        {mood}
      </p>
    </Card>
  );
}

/** The arc between two values, 0 to 100, along the dial. */
function arc(from: number, to: number): string {
  const [x1, y1] = point(from);
  const [x2, y2] = point(to);
  return `M${x1} ${y1}A${RADIUS} ${RADIUS} 0 0 1 ${x2} ${y2}`;
}

function point(value: number): [string, string] {
  const angle = Math.PI * (1 - value / 100);
  return [(70 + RADIUS * Math.cos(angle)).toFixed(1), (72 - RADIUS * Math.sin(angle)).toFixed(1)];
}
