/** Sends the user's notification choices and time zone to the server, and fetches choices made elsewhere. */
import {
  ALERT_COINS,
  type Alerts,
  type KnownSettings,
  NO_ALERTS,
  type Settings,
  type SettingsAnswer,
  setCoinAlerts,
} from '#core/contract/settings.ts';
import { isSameZone } from '#core/time-zone.ts';
import type { Refreshed } from '../model.ts';
import { LONGEST_WAY_MS, readFacts } from '../store/facts.ts';
import type { Facts } from '../store/rows.ts';
import {
  acknowledgeSettings,
  beginSettings,
  readUnsentSettings,
  type SettingsChoice,
  takeServerSettings,
} from '../store/settings.ts';
import type { Answer } from './api-client.ts';
import { isAtFault, type Stop, type SyncContext, stopOf } from './context.ts';

/** Null once the choice is answered, or if there is none. */
export async function sendSettings(context: SyncContext): Promise<Stop | null> {
  const { store, clock, zone, log } = context;
  const facts = await readFacts(store);
  if ((await readUnsentSettings(store)) === null) return null;
  const choice = await beginSettings(store, clock.now());
  if (choice === null) return null;
  const whole = await complete(context, facts, choice.settings);
  const answer = whole.ok
    ? await save(context, facts, { ...whole.value, zone: zone ?? whole.value.zone }, choice)
    : whole;
  if (!answer.ok && !isAtFault(answer.failure)) {
    const stop = stopOf(answer.failure, facts);
    // Settings on which the server fails delay nothing.
    return stop.type === 'waiting' && stop.retryAfterMs === null ? { type: 'put_off' } : stop;
  }
  if (!answer.ok) log('The server refused the settings', answer.failure);
  await acknowledgeSettings(store, choice, facts.generation, answer.ok ? answer.value : null);
  return null;
}

/**
 * Fetches the settings if they, or the alerts among them, are unknown and, once per start, if the server has another
 * zone.
 */
export async function refreshMissingSettings(context: SyncContext, isStart: boolean): Promise<void> {
  const { settings } = await readFacts(context.store);
  const isElsewhere = context.zone !== null && !isZoneOf(context, settings?.zone ?? null);
  const isKnown =
    settings?.alerts !== undefined && isWhole(settings.alerts) && settings.coinAlerts !== undefined;
  if (!isKnown || (isStart && isElsewhere)) await refreshSettings(context);
}

/** An unsent choice made here takes precedence over the server's; its answer returns the settings that stay. */
export async function refreshSettings(context: SyncContext): Promise<Refreshed> {
  const { api, store, userId, clock, zone, log } = context;
  // Read before the outbox: a choice made in between then has another number.
  const facts = await readFacts(store);
  if ((await readUnsentSettings(store)) !== null) return 'ok';
  const askedAt = clock.now();
  const answer = await api.call('readSettings', { path: { id: userId }, generation: facts.generation });
  if (!answer.ok) {
    log('Call readSettings failed', answer.failure);
    return answer.failure.type === 'no_answer' ? 'offline' : 'failed';
  }
  await takeServerSettings(store, answer.value, facts);
  const { settings } = answer.value;
  if (zone === null || isZoneOf(context, settings.zone)) return 'ok';
  // This is no choice of the user's: one made since wins, however long this is under way. The first zone gets the oldest
  // possible time, so that a choice on its way from another device wins.
  const chosenAt = settings.zone === null ? 0 : askedAt - LONGEST_WAY_MS;
  const told = await save(context, facts, { ...settings, zone }, { chosenAt });
  if (told.ok) await takeServerSettings(store, told.value, facts);
  else log(`The server did not take the zone ${zone}`, told.failure);
  return 'ok';
}

/** Whether the server knows this device's zone, perhaps under its own runtime's name for it. */
function isZoneOf({ zone, clock }: SyncContext, known: string | null): boolean {
  return zone !== null && known !== null && isSameZone(known, zone, clock.now());
}

/** Fills in the thresholds not chosen here with the server's, so that alerts set elsewhere stay. */
async function complete(
  { api, userId }: SyncContext,
  { generation }: Facts,
  { alerts, coinAlerts, ...others }: KnownSettings,
): Promise<Answer<Settings>> {
  const whole = alerts === undefined ? {} : isWhole(alerts) ? { alerts } : null;
  if (whole !== null && coinAlerts === undefined) return { ok: true, value: { ...others, ...whole } };
  const answer = await api.call('readSettings', { path: { id: userId }, generation });
  if (!answer.ok) return answer;
  const kept = answer.value.settings;
  return {
    ok: true,
    value: {
      ...others,
      ...(whole ?? { alerts: { ...NO_ALERTS, ...kept.alerts, ...alerts } }),
      ...(coinAlerts && { coinAlerts: setCoinAlerts({ ...kept.coinAlerts, ...coinAlerts }) }),
    },
  };
}

function isWhole(alerts: Partial<Alerts>): alerts is Alerts {
  return ALERT_COINS.every((coin) => alerts[coin] !== undefined);
}

function save(
  { api, userId, clock }: SyncContext,
  { generation }: Facts,
  settings: Settings,
  { chosenAt, mayWrite }: Pick<SettingsChoice, 'chosenAt' | 'mayWrite'>,
): Promise<Answer<SettingsAnswer>> {
  const times = { chosenAt: new Date(chosenAt).toISOString(), sentAt: new Date(clock.now()).toISOString() };
  return api.call('saveSettings', { body: { userId, settings, ...times, mayWrite }, generation });
}
