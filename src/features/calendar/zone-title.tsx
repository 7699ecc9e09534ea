/** A zone's name, with its two letters on a plate. */
import type { Zone } from '#core/contract/calendar.ts';
import { useTranslation } from '#i18n/use-translation.ts';

const PLATES: Readonly<Record<Zone, string>> = {
  united_states: 'US',
  eurozone: 'EU',
  china: 'CN',
  japan: 'JP',
  united_kingdom: 'UK',
};

export function ZoneTitle({ zone }: { readonly zone: Zone }) {
  const { t } = useTranslation('calendar');
  return (
    <>
      <span className="calendar-plate" aria-hidden="true">
        {PLATES[zone]}
      </span>
      {t(`zone.${zone}`)}
    </>
  );
}
