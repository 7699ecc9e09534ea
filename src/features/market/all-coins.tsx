/** Every coin on this phone, once: those of the market and of the list of coins, and watched ones that have left both. */
import { Star } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { type KeptCoin, keyOf } from '#core/market/kept-coins.ts';
import { isWatched } from '#core/market/watch-list.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { useLive } from '#ui/use-live.ts';
import { CoinButton } from './coins.tsx';

/** Fewer are found at a glance. */
const SEARCHED_FROM = 8;
/** How often newer prices are requested, milliseconds. */
const ASK_MS = 60_000;

export function AllCoins({ onOpen }: { readonly onOpen: (coin: KeptCoin) => void }) {
  const device = useDevice();
  const { t } = useTranslation('market');
  const titleId = useId();
  const [search, setSearch] = useState('');
  const market = useLive(device.live.coins)?.coins ?? [];
  const watched = useLive(device.live.watched) ?? [];
  useFresh({ refresh: useCallback(() => device.refreshCoins(), [device]), everyMs: ASK_MS });
  const all = [...market, ...watched.filter((coin) => !isWatched(market, coin))];
  const wanted = search.trim().toLowerCase();
  const found = all.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted));
  const { shown, rowRef } = useGrowing(found.length);
  if (all.length === 0) return null;
  return (
    <section className="market" aria-labelledby={titleId}>
      <h2 id={titleId} className="card-title">
        {t('all.title')}
      </h2>
      {(all.length >= SEARCHED_FROM || search !== '') && (
        <SearchField label={t('all.search')} onSearch={setSearch} />
      )}
      <Card>
        {found.length === 0 && (
          <p className="sub" role="status">
            {t('all.none')}
          </p>
        )}
        <ul>
          {found.slice(0, shown).map((coin, index) => (
            <li key={keyOf(coin)} ref={rowRef(index)} aria-setsize={found.length} aria-posinset={index + 1}>
              <CoinButton coin={coin} onOpen={onOpen}>
                {coin.symbol.toUpperCase()}
                {isWatched(watched, coin) && (
                  <Star
                    className="coin-star"
                    size={12}
                    fill="currentColor"
                    role="img"
                    aria-label={t('watch.watched')}
                  />
                )}
              </CoinButton>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
