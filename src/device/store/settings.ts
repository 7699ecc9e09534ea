/** The bot's notification settings as last known, and the choice that the server has not answered. */
import {
  changeSettings,
  type KnownSettings,
  NO_ALERTS,
  type SettingsAnswer,
  type SettingsChange,
  setCoinAlerts,
} from '#core/contract/settings.ts';
import { changeFacts, claimedTime, factsOf } from './facts.ts';
import type { Reading, Store, Writing } from './port.ts';
import type { Facts, OutboxRow } from './rows.ts';

const KEY = '6:settings';
const TABLES = ['settings', 'outbox'] as const;

export type SettingsChoice = Extract<OutboxRow, { kind: 'settings' }>;

export async function unsentSettings(reading: Reading): Promise<SettingsChoice | null> {
  const row = await reading.get('outbox', KEY);
  return row?.kind === 'settings' ? row : null;
}

export function readUnsentSettings(store: Store): Promise<SettingsChoice | null> {
  return store.read(['outbox'], unsentSettings);
}

/**
 * Does nothing before the settings are known: a choice made elsewhere would be lost.
 * @param mayWrite the user has just allowed the bot to write.
 * @param at by the device's clock, milliseconds.
 */
export function chooseSettings(
  store: Store,
  change: SettingsChange,
  mayWrite: boolean,
  at: number,
): Promise<void> {
  return store.write(TABLES, async (writing) => {
    const facts = await factsOf(writing);
    if (facts.settings === null) return;
    const unsent = await unsentSettings(writing);
    const { alerts: _, coinAlerts: __, ...others } = facts.settings;
    // Send only the alerts chosen here, so that alerts set elsewhere meanwhile stay.
    const settings = changeSettings(unsent?.settings ?? others, change);
    const choice = facts.settingsChoices + 1;
    const chosenAt = claimedTime(at, facts.settingsSentAt);
    const isAllowed = mayWrite || unsent?.mayWrite === true;
    await changeFacts(writing, {
      settings: changeSettings(facts.settings, change),
      settingsChosenAt: chosenAt,
      settingsChoices: choice,
      mayWrite: facts.mayWrite || isAllowed,
    });
    const allowed = isAllowed ? ({ mayWrite: true } as const) : {};
    await writing.put('outbox', [{ key: KEY, kind: 'settings', settings, chosenAt, choice, ...allowed }]);
  });
}

/**
 * The choice to send; null if there is none. One made from now on counts as made later.
 * @param now by the device's clock, milliseconds.
 */
export function beginSettings(store: Store, now: number): Promise<SettingsChoice | null> {
  return store.write(TABLES, async (writing) => {
    const choice = await unsentSettings(writing);
    if (choice !== null) await changeFacts(writing, { settingsSentAt: now });
    return choice;
  });
}

/**
 * Sends the choice again, since a restored server may have lost it. Runs inside a transaction over settings and outbox.
 */
export async function chooseSettingsAgain(writing: Writing, facts: Facts): Promise<void> {
  const { settings, settingsChosenAt: chosenAt, settingsChoices: choice } = facts;
  if (settings === null || chosenAt === null || (await unsentSettings(writing)) !== null) return;
  await writing.put('outbox', [{ key: KEY, kind: 'settings', settings, chosenAt, choice }]);
}

/**
 * Ends the choice, unless the user made another one, or the data were deleted, meanwhile.
 * @param stays the settings that the server answered: another device may have chosen later. Null if it refused.
 */
export function acknowledgeSettings(
  store: Store,
  sent: SettingsChoice,
  generation: number | null,
  stays: SettingsAnswer | null,
): Promise<void> {
  return store.write(TABLES, async (writing) => {
    const facts = await factsOf(writing);
    const unsent = await unsentSettings(writing);
    if (unsent?.choice !== sent.choice || facts.generation !== generation) return;
    await writing.remove('outbox', [KEY]);
    if (stays !== null) await keep(writing, facts, stays);
  });
}

/**
 * Takes the server's settings, unless a choice was made here, or the data were deleted, after the request.
 * @param asked the facts at the time of the request, without an unsent choice.
 */
export function takeServerSettings(
  store: Store,
  answer: SettingsAnswer,
  asked: Pick<Facts, 'generation' | 'settingsChoices'>,
): Promise<void> {
  return store.write(['settings'], async (writing) => {
    const facts = await factsOf(writing);
    if (facts.generation !== asked.generation || facts.settingsChoices !== asked.settingsChoices) return;
    await keep(writing, facts, answer);
  });
}

async function keep(writing: Writing, facts: Facts, { settings, mayWrite }: SettingsAnswer): Promise<void> {
  const settingsChosenAt =
    choiceText(facts.settings) === choiceText(settings) ? facts.settingsChosenAt : null;
  await changeFacts(writing, { settings, mayWrite, settingsChosenAt });
}

/** The user's choices: all settings but the zone. */
function choiceText(settings: KnownSettings | null): string {
  const alerts = { ...NO_ALERTS, ...settings?.alerts };
  const coinAlerts = Object.entries(setCoinAlerts(settings?.coinAlerts ?? {}));
  const sorted = coinAlerts.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([settings?.notifications, settings?.quiet, alerts, sorted]);
}
