/** The performance class that the messaging app on Android writes into the user agent. */
import type { PerformanceClass } from '../host.ts';

/** Source: core.telegram.org/bots/webapps, "additional data in User-Agent": `Telegram-Android/… (…; LOW)`. */
export function performanceClassOf(userAgent: string): PerformanceClass | null {
  const found = /Telegram-Android\/\S+ \([^)]*;\s*(LOW|AVERAGE|HIGH)\)/.exec(userAgent)?.[1];
  return found === 'LOW' || found === 'AVERAGE' || found === 'HIGH' ? found : null;
}
