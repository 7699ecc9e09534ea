/** Market dominance: the first two coins and all the others, as a ring with its legend. */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { dominanceOf, percent, type Share } from './figures.ts';
import { coinColour } from './medallion.ts';

/** Percent of the ring left free between two slices. */
const GAP = 0.8;

export function Donut({ shares }: { readonly shares: MarketOverview['marketCapPercentage'] }) {
  const { t } = useTranslation('market');
  const slices = dominanceOf(shares);
  const nameOf = ({ symbol }: Share) => symbol ?? t('others');
  const label =
    slices.length === 0
      ? t('mood.No Data')
      : slices.map((slice) => `${nameOf(slice)} ${percent(slice.share)}`).join(', ');
  return (
    <Card title={t('dominance')} className="market-dial">
      <svg viewBox="0 0 140 80" role="img" aria-label={label}>
        <g fill="none" strokeWidth="11" transform="rotate(-90 70 40)">
          {slices.length === 0 && <circle cx="70" cy="40" r="33" stroke="var(--line)" />}
          {slices.map((slice, i) => (
            <circle
              key={nameOf(slice)}
              cx="70"
              cy="40"
              r="33"
              pathLength="100"
              stroke={colourOf(slice)}
              strokeDasharray={`${Math.max(0, slice.share - GAP)} ${100 - Math.max(0, slice.share - GAP)}`}
              strokeDashoffset={-before(slices, i) - GAP / 2}
            />
          ))}
        </g>
      </svg>
      <ul className="donut-legend sub" aria-hidden="true">
        {slices.map((slice) => (
          <li key={nameOf(slice)}>
            <span className="donut-key" style={{ background: colourOf(slice) }} />
            {nameOf(slice)} {percent(slice.share)}
          </li>
        ))}
        {slices.length === 0 && <li>{t('mood.No Data')}</li>}
      </ul>
    </Card>
  );
}

function colourOf({ symbol }: Share): string {
  return symbol === null ? 'var(--coin-others)' : coinColour(symbol);
}

function before(slices: readonly Share[], index: number): number {
  return slices.slice(0, index).reduce((sum, { share }) => sum + share, 0);
}
