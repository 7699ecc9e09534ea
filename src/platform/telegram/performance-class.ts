/** The performance class that the messaging app on Android writes into the user agent. */
import type { PerformanceClass } from '../host.ts';

/** Source: core.telegram.org/bots/webapps, "additional data in User-Agent": `Telegram-Android/… (…; LOW)`. */
export function performanceClassOf(userAgent: string): PerformanceClass | null {
  const version = userAgent.split('Telegram-Android/', 2)[1] ?? '';
  const [, details = ''] = /^\S+ \(([^()]*)\)/.exec(version) ?? [];
  const found = details.split(';').at(-1)?.trim();
  return found === 'LOW' || found === 'AVERAGE' || found === 'HIGH' ? found : null;
}
