/**
 * A deployment whose bot calls a stand-in of the Bot API, and user 1, to whom it may write: their actions and
 * messages.
 */

import { DEFAULT_SETTINGS, type Settings } from '#core/contract/settings.ts';
import { SECRET } from '#tests/api/bot/updates.ts';
import { apiOver, CONFIG, launchData, START } from '#tests/api/support.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import type { BotApi } from '#tests/upstream/bot-api.ts';
import { openMachineDeployment } from './machine-deployment.ts';
import { openObjectsDeployment } from './objects-deployment.ts';
import type { DeploymentSeams, TestDeployment } from './test-deployment.ts';

/** Deployments inside of this process, whose time the test controls. */
export const BOT_DEPLOYMENTS = [
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
] as const;

export async function openBotDeployment(
  openDeployment: (seams: DeploymentSeams) => Promise<TestDeployment>,
  bot: BotApi,
  more: Partial<DeploymentSeams> = {},
) {
  const clock = { at: START, now: () => clock.at };
  const seams = { config: CONFIG, clock, limiter: noLimits, onRequest: () => {} };
  const deployment = await openDeployment({ ...seams, bot: { secret: SECRET, apiUrl: bot.url }, ...more });
  const { until, inPrices } = deployment;
  if (until === undefined || inPrices === undefined) throw new Error('not of this process');
  const api = apiOver(deployment, clock);
  const one = await api.registered(1, { allowsWrite: true });
  const auth = () => launchData(1, { at: clock.at });
  return {
    ...api,
    one,
    auth,
    until,
    inPrices,
    pass: (ms: number) => until(clock.at + ms),
    save: (change: Partial<Settings>) =>
      one.send('PUT', '/api/user/settings', {
        body: { userId: 1, settings: { ...DEFAULT_SETTINGS, ...change } },
        auth: auth(),
      }),
    /** The Bot API sends the bot an update. */
    hear: (update: object) =>
      api.send('POST', '/api/bot/webhook', {
        headers: { 'x-telegram-bot-api-secret-token': SECRET },
        body: update,
      }),
  };
}
