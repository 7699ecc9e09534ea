/** Tells the user on a failed screen whether their data are safe, if that is known. */
import { useContext } from 'react';
import type { Durability, Live } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLive } from '#ui/use-live.ts';
import { PartsContext } from '../device-context.tsx';

const UNKNOWN: Live<Durability> = { current: () => undefined, subscribe: () => () => undefined };

/** Renders nothing while durability is unknown, for example if the app itself could not start. */
export function Safety() {
  const { t } = useTranslation();
  const durability = useLive(useContext(PartsContext)?.device.live.durability ?? UNKNOWN);
  if (durability === undefined) return null;
  return <p className="sub">{t(`error.${durability}`)}</p>;
}
