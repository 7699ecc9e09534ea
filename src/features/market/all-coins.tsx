/** Every coin on this phone, once: those of the market, and watched ones that have left its lists. */
import { Star } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { coinKey } from '#core/market/list-changes.ts';
import { coinsOf, isWatched, type WatchedCoin } from '#core/market/watch-list.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useLive } from '#ui/use-live.ts';
import { CoinButton } from './coins.tsx';

/** Fewer are found at a glance. */
const SEARCHED_FROM = 8;

export function AllCoins({ onOpen }: { readonly onOpen: (coin: WatchedCoin) => void }) {
  const device = useDevice();
  const { t } = useTranslation('market');
  const titleId = useId();
  const [search, setSearch] = useState('');
  const overview = useLive(device.live.market)?.overview;
  const watched = useLive(device.live.watched) ?? [];
  const market = useMemo(() => (overview === undefined ? [] : coinsOf(overview)), [overview]);
  const all = [...market, ...watched.filter((coin) => !isWatched(market, coin))];
  if (all.length === 0) return null;
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted));
  return (
    <section className="market" aria-labelledby={titleId}>
      <h2 id={titleId} className="card-title">
        {t('all.title')}
      </h2>
      {all.length >= SEARCHED_FROM && (
        <SearchField label={t('all.search')} value={search} onChange={setSearch} />
      )}
      <Card>
        {shown.length === 0 && (
          <p className="sub" role="status">
            {t('all.none')}
          </p>
        )}
        <ul>
          {shown.map((coin) => (
            <li key={coinKey(coin)}>
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
