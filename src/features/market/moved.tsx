/** How far a coin moved in its list since the previous overview on this device. */
import type { Move } from '#core/market/list-changes.ts';
import { useTranslation } from '#i18n/use-translation.ts';

export function Moved({ move }: { readonly move: Move }) {
  const { t } = useTranslation('market');
  if (move.type === 'new') {
    return (
      <span className="moved">
        <span aria-hidden="true">{t('moved.new')}</span>
        <span className="visually-hidden">{t('moved.newHere')}</span>
      </span>
    );
  }
  const isUp = move.type === 'up';
  return (
    <span className="moved">
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {move.places}
      </span>
      <span className="visually-hidden">
        {isUp ? t('moved.up', { count: move.places }) : t('moved.down', { count: move.places })}
      </span>
    </span>
  );
}
