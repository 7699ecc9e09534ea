/** The records that the history shows. */
import { useMemo } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { readPaste } from '#core/number-paste.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useLive } from '#ui/use-live.ts';

export interface History {
  /** All of the calculator, newest first; undefined until they are read. */
  readonly all: readonly DeviceRecord[] | undefined;
  /** Those whose inputs or notes hold what is searched. */
  readonly found: readonly DeviceRecord[] | undefined;
}

export function useHistory(calculationType: CalculationType | undefined, search: string): History {
  const device = useDevice();
  const query = useMemo(() => (calculationType === undefined ? {} : { calculationType }), [calculationType]);
  const liveAll = useMemo(() => device.live.history(query), [device, query]);
  const liveFound = useMemo(
    () => (search === '' ? liveAll : device.live.history({ ...query, search: plainSearch(search) })),
    [device, liveAll, query, search],
  );
  const all = useLive(liveAll);
  const byInputs = useLive(liveFound);
  const found = useMemo(() => {
    if (search === '' || all === undefined || byInputs === undefined) return byInputs;
    const ids = new Set(byInputs.map(({ id }) => id));
    const wanted = search.toLowerCase();
    return all.filter(({ id, outcome }) => ids.has(id) || outcome?.note.toLowerCase().includes(wanted));
  }, [all, byInputs, search]);
  return { all, found };
}

/** Records hold plain digits, so a number is searched in that form, however it was typed; a word as it is. */
function plainSearch(search: string): string {
  if (/[a-z]/i.test(search)) return search;
  return readPaste(search, shownLanguage()) ?? search.replaceAll(' ', '').replace(',', '.');
}
