/** The home in workerd with a bot, before a stand-in of the service that runs outside and is reached over HTTP alone. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { SECRET } from '#tests/api/bot/updates.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { BotApiCall, BotApiFault } from '#tests/outside/bot-api.ts';
import { openDurableHome } from './durable-home.ts';
import type { TestClock } from './homes.ts';

const { SENDER } = env as Readonly<Record<'SENDER', Namespace<object>>>;

/** Beyond the runtime's own clock, which would ring what is due by it before the test does. */
export const AHEAD = START + 50 * 365 * 86_400_000;

/** The object that sends. */
export const sender = () => SENDER.get(SENDER.idFromName('sender'));

/** @param apiUrl of the stand-in. @param faults how it fails, call by call. */
export async function openDurableBot(apiUrl: string, clock: TestClock, faults: readonly BotApiFault[] = []) {
  const control = `${apiUrl}/control`;
  await fetch(control, { method: 'PUT', body: JSON.stringify(faults) });
  const bot = { secret: SECRET, apiUrl };
  const home = await openDurableHome({ config: CONFIG, clock, bot, onRequest: () => {} });
  return {
    ...apiOver(home, clock),
    /** What the service was called for, and what of it somebody saw. */
    told: async () =>
      (await (await fetch(control)).json()) as {
        readonly calls: readonly BotApiCall[];
        readonly shown: readonly BotApiCall[];
      },
    /** A minute later, what is due then. */
    async sendDue() {
      clock.at += 60_000;
      await runDurableObjectAlarm(sender());
    },
  };
}
