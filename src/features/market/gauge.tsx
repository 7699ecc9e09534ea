/** The fear and greed index as a half dial of five segments. */

import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';

const SEGMENTS = [0, 1, 2, 3, 4];
const RADIUS = 56;

export function Gauge({ index }: { readonly index: MarketOverview['fearGreedIndex'] }) {
  const { t } = useTranslation('home');
  const { value, classification } = index;
  return (
    <Card title={t('market.fearGreed')} className="gauge">
      <svg viewBox="0 0 140 80" aria-hidden="true">
        <g fill="none" strokeWidth="12">
          {SEGMENTS.map((segment) => (
            <path key={segment} className={`gauge-${segment}`} d={arc(segment * 20 + 1, segment * 20 + 19)} />
          ))}
        </g>
        {value !== null && (
          <g transform={`rotate(${(value / 100) * 180 - 90} 70 72)`}>
            <path d="M70 72V28" stroke="var(--text)" strokeWidth="3" strokeLinecap="round" />
            <circle cx="70" cy="72" r="5" fill="var(--text)" />
          </g>
        )}
      </svg>
      <p className="gauge-value">{value ?? '—'}</p>
      <p className="sub">{t(`market.mood.${classification}`)}</p>
    </Card>
  );
}

/** From one value to another, 0 to 100, along the dial. */
function arc(from: number, to: number): string {
  const [x1, y1] = point(from);
  const [x2, y2] = point(to);
  return `M${x1} ${y1}A${RADIUS} ${RADIUS} 0 0 1 ${x2} ${y2}`;
}

function point(value: number): [string, string] {
  const angle = Math.PI * (1 - value / 100);
  return [(70 + RADIUS * Math.cos(angle)).toFixed(1), (72 - RADIUS * Math.sin(angle)).toFixed(1)];
}
