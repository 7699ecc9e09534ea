/** Tells the server what the user chose to be told and in which zone they are, and asks what was chosen elsewhere. */
import {
  ALERT_COINS,
  type Alerts,
  type KnownSettings,
  NO_ALERTS,
  type Settings,
  type SettingsAnswer,
} from '#core/contract/settings.ts';
import { isSameZone } from '#core/time-zone.ts';
import type { Refreshed } from '../model.ts';
import { readFacts } from '../store/facts.ts';
import type { Facts } from '../store/rows.ts';
import {
  acknowledgeSettings,
  readUnsentSettings,
  type SettingsChoice,
  takeServerSettings,
} from '../store/settings.ts';
import type { Answer } from './api-client.ts';
import { isAtFault, type Stop, type SyncContext, stopOf } from './context.ts';

/** Null once the choice was answered, or where there is none. */
export async function sendSettings(context: SyncContext): Promise<Stop | null> {
  const { store, zone, log } = context;
  const facts = await readFacts(store);
  const choice = await readUnsentSettings(store);
  if (choice === null) return null;
  const whole = await complete(context, facts, choice.settings);
  const answer = whole.ok
    ? await save(context, facts, { ...whole.value, zone: zone ?? whole.value.zone }, choice)
    : whole;
  if (!answer.ok && !isAtFault(answer.failure)) {
    const stop = stopOf(answer.failure, facts);
    // Settings that the server stumbles over hold up nothing.
    return stop.type === 'waiting' && stop.retryAfterMs === null ? { type: 'put_off' } : stop;
  }
  if (!answer.ok) log('The server refused the settings', answer.failure);
  await acknowledgeSettings(store, choice, facts.generation, answer.ok ? answer.value : null);
  return null;
}

/** Asks where the settings, or the alerts among them, are not known yet and, once per start, where the server knows another zone. */
export async function refreshMissingSettings(context: SyncContext, isStart: boolean): Promise<void> {
  const { settings } = await readFacts(context.store);
  const isElsewhere = context.zone !== null && !isZoneOf(context, settings?.zone ?? null);
  const isKnown = settings?.alerts !== undefined && isWhole(settings.alerts);
  if (!isKnown || (isStart && isElsewhere)) await refreshSettings(context);
}

/** A choice made here and not yet sent beats the server's; its answer will say what stays. */
export async function refreshSettings(context: SyncContext): Promise<Refreshed> {
  const { api, store, userId, clock, zone, log } = context;
  // Before a look at the outbox: a choice made in between has another number.
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
  // No choice of the user's: any that is still on its way from another device stays, so the first zone is as old as can be.
  const chosenAt = settings.zone === null ? 0 : askedAt;
  const told = await save(context, facts, { ...settings, zone }, { chosenAt });
  if (told.ok) await takeServerSettings(store, told.value, facts);
  else log(`The server did not take the zone ${zone}`, told.failure);
  return 'ok';
}

/** Whether the server knows the zone of this device, perhaps under the name that its own runtime has for it. */
function isZoneOf({ zone, clock }: SyncContext, known: string | null): boolean {
  return zone !== null && known !== null && isSameZone(known, zone, clock.now());
}

/** With the thresholds that were not chosen here as the server has them: what was set elsewhere stays. */
async function complete(
  { api, userId }: SyncContext,
  { generation }: Facts,
  { alerts, ...others }: KnownSettings,
): Promise<Answer<Settings>> {
  if (alerts === undefined) return { ok: true, value: others };
  if (isWhole(alerts)) return { ok: true, value: { ...others, alerts } };
  const answer = await api.call('readSettings', { path: { id: userId }, generation });
  if (!answer.ok) return answer;
  const kept = answer.value.settings.alerts;
  return { ok: true, value: { ...others, alerts: { ...NO_ALERTS, ...kept, ...alerts } } };
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
