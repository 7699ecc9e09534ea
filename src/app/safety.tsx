/** What a screen that went wrong may say of what is on the device: only what is true there. */
import { useContext } from 'react';
import type { Durability, Live } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLive } from '#ui/use-live.ts';
import { PartsContext } from './device-context.tsx';

const UNKNOWN: Live<Durability> = { current: () => undefined, subscribe: () => () => undefined };

/** Nothing where nobody knows, which is also where the app itself could not be put together. */
export function Safety() {
  const { t } = useTranslation();
  const durability = useLive(useContext(PartsContext)?.device.live.durability ?? UNKNOWN);
  if (durability === undefined) return null;
  return <p className="sub">{t(durability === 'memory' ? 'error.notKept' : 'error.kept')}</p>;
}
