/** The mark of a coin, with its picture over it where one loads. */
import { useState } from 'react';
import { coinColour, coinLetters, iconUrl } from './medallion.ts';

/** A picture that fails leaves the letters. */
export function CoinIcon({ symbol, icon }: { readonly symbol: string; readonly icon: string }) {
  const url = iconUrl(icon, location.href);
  const [state, setState] = useState<{ readonly url: string | null; readonly loaded: boolean }>({
    url: null,
    loaded: false,
  });
  const outcome = state.url === url ? state.loaded : null;
  return (
    <span className="coin-icon" style={{ background: coinColour(symbol) }} aria-hidden="true">
      {coinLetters(symbol)}
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
