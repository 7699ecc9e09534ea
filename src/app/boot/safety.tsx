/** Tells the user on a failed screen whether their data are safe, if that is known. */
import { useContext } from 'react';
import { DeviceContext } from '#device/device-context.ts';
import type { Durability, Live } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLive } from '#ui/use-live.ts';

const UNKNOWN: Live<Durability> = { current: () => undefined, subscribe: () => () => undefined };

/** Renders nothing while durability is unknown, for example if the app itself could not start. */
export function Safety() {
  const { t } = useTranslation();
  const durability = useLive(useContext(DeviceContext)?.live.durability ?? UNKNOWN);
  if (durability === undefined) return null;
  return <p className="sub">{t(`error.${durability}`)}</p>;
}
