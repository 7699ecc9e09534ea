/** The mark of a coin, or its letters, covered by its image once that loads. */
import { useState } from 'react';
import { coinMark } from '#core/badge-art/coin.ts';
import { Drawing } from '#ui/drawing.tsx';
import { coinColour, coinLetters, iconUrl } from './medallion.ts';

/** An image that fails reveals the mark under it. */
export function CoinIcon({ symbol, icon }: { readonly symbol: string; readonly icon: string }) {
  const url = iconUrl(icon, location.href);
  const [state, setState] = useState<{ readonly url: string | null; readonly loaded: boolean }>({
    url: null,
    loaded: false,
  });
  const mark = coinMark(symbol);
  const outcome = state.url === url ? state.loaded : null;
  return (
    <span className="coin-icon" style={{ background: coinColour(symbol) }} aria-hidden="true">
      {mark === null ? coinLetters(symbol) : <Drawing picture={mark.picture} size={32} />}
      {url !== null && outcome !== false && (
        <img
          src={url}
          alt=""
          width="32"
          height="32"
          decoding="async"
          referrerPolicy="no-referrer"
          data-loaded={outcome === true || undefined}
          onLoad={() => setState({ url, loaded: true })}
          onError={() => setState({ url, loaded: false })}
        />
      )}
    </span>
  );
}
