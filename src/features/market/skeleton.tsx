/** A placeholder of the market overview's size. It is small, because a first screen includes it. */
import './skeleton.css';

const CARDS = [
  'market-watch',
  'market-cap',
  'market-pair',
  'market-ton',
  'market-list',
  'market-list',
  'market-list',
];

export function MarketSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="market" aria-busy="true">
      <p className="market-when">
        <span className="visually-hidden" role="status">
          {label}
        </span>
      </p>
      {CARDS.map((name, place) =>
        name === 'market-pair' ? (
          <div className={name} key={name}>
            <div className="card market-dial" />
            <div className="card market-dial" />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <div className={`card ${name}`} key={place} />
        ),
      )}
      <p className="market-sources" />
    </div>
  );
}
