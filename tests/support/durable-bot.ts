/**
 * Cloudflare in workerd with a bot, against a stand-in of the Bot API that runs outside and is reached over
 * HTTP only.
 */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { SECRET } from '#tests/api/bot/updates.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { BotApiCall, BotApiFault } from '#tests/upstream/bot-api.ts';
import type { TestClock } from './test-deployment.ts';
import { openWorkerdDeployment } from './workerd-deployment.ts';

const { SENDER } = env as Readonly<Record<'SENDER', Namespace<object>>>;

/** Beyond the runtime's own clock, so that it fires no alarm before the test does. */
export const AHEAD = START + 50 * 365 * 86_400_000;

/** The sender object. */
export const sender = () => SENDER.get(SENDER.idFromName('sender'));

/** @param apiUrl of the stand-in. @param faults how it fails, call by call. */
export async function openDurableBot(apiUrl: string, clock: TestClock, faults: readonly BotApiFault[] = []) {
  const control = `${apiUrl}/control`;
  await fetch(control, { method: 'PUT', body: JSON.stringify(faults) });
  const bot = { secret: SECRET, apiUrl };
  const deployment = await openWorkerdDeployment({ config: CONFIG, clock, bot, onRequest: () => {} });
  return {
    ...apiOver(deployment, clock),
    /** Calls to the Bot API, and the messages that users saw. */
    told: async () =>
      (await (await fetch(control)).json()) as {
        readonly calls: readonly BotApiCall[];
        readonly shown: readonly BotApiCall[];
      },
    /** Runs what is due a minute later. */
    async sendDue() {
      clock.at += 60_000;
      await runDurableObjectAlarm(sender());
    },
  };
}
