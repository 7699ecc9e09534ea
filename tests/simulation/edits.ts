/** Users note outcomes and set their account, at times on two phones without a network; with the invariants. */
import { ACCOUNT_FIELDS, type TradeAccount } from '#core/calculators/trade-account.ts';
import type { Edits } from '#core/edits.ts';
import { OUTCOME_FIELDS, RESULTS, type TradeOutcome } from '#core/journal/outcome.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { type App, factsOn, type Phone } from './phone.ts';
import type { World } from './run-seed.ts';

/** An edit of a field, whether or not the app lived to confirm it. */
export interface AttemptedEdit {
  readonly userId: number;
  readonly phone: Phone;
  /** `account`, or a record's id. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  /** The time of the world. */
  readonly at: number;
  /** How often the phone's clock had been set. */
  readonly clockSets: number;
  isPromised: boolean;
}

/** Clocks that are no more than two minutes off count as right, and a network with trouble adds half a minute. */
const CLOCK_ERROR_MS = 3 * 60_000;

export function editSomething(world: World, phone: Phone, app: App): void {
  const { chance } = world;
  if (chance.happens(0.25)) {
    const field = chance.pick(ACCOUNT_FIELDS);
    const value = chance.pick(['', '5', '1000']);
    edit(world, phone, app, { subject: 'account', field, value }, (device) =>
      device.changeAccount({ [field]: value } as Partial<TradeAccount>),
    );
    return;
  }
  const shown = recordsOn(phone).filter(({ id, deleted }) => deleted === 0 && !id.includes('poison'));
  // Mostly the newest, so that two phones often edit the same one.
  const row = chance.happens(0.7) ? shown.at(-1) : shown.at(chance.between(0, shown.length));
  if (row === undefined) return;
  const field = chance.pick(OUTCOME_FIELDS);
  const value = field === 'result' ? chance.pick(RESULTS) : String(chance.between(1, 99));
  edit(world, phone, app, { subject: row.id, field, value }, (device) =>
    device.markOutcome(row.id, { [field]: value } as Partial<TradeOutcome>),
  );
}

function edit(
  world: World,
  phone: Phone,
  app: App,
  one: Pick<AttemptedEdit, 'subject' | 'field' | 'value'>,
  make: (device: NonNullable<App['device']>) => Promise<void>,
): void {
  const { device } = app;
  if (device === null) return;
  const { userId } = phone.account;
  // What a field shows already is no edit.
  if ((editsOn(phone).get(`${one.subject} ${one.field}`) ?? '') === one.value) return;
  const same = world.edits.filter(({ subject, field }) => subject === one.subject && field === one.field);
  if (same.some((other) => other.phone !== phone && other.userId === userId))
    world.reach('two phones edited one field');
  const { clockSets } = phone;
  const attempted = { ...one, userId, phone, at: world.time.now(), clockSets, isPromised: false };
  world.edits.push(attempted);
  world.trace(`${phone.name} edits ${one.field} of ${one.subject} to '${one.value}'`);
  void make(device).then(() => {
    if (app.isAlive) attempted.isPromised = true;
  });
}

/** Once everything is calm. */
export function editViolations(world: World): string[] {
  const found: string[] = [];
  for (const phone of world.phones) {
    const { userId, askedToDelete } = phone.account;
    const sql = world.server.database(userId);
    if (sql === null || askedToDelete) continue;
    const rows = sql.all<{ event_id: string | null; field: string; value: string }>(
      `SELECT e.event_id, d.field, d.value FROM edits d
       LEFT JOIN events e ON e.user_id = d.user_id AND e.seq = d.seq WHERE d.user_id = ?`,
      userId,
    );
    const kept = new Map(rows.map((row) => [`${row.event_id ?? 'account'} ${row.field}`, row.value]));
    const here = editsOn(phone);
    for (const key of new Set([...kept.keys(), ...here.keys()])) {
      const [subject = ''] = key.split(' ');
      if (isGone(world, phone, subject)) continue;
      if (here.get(key) !== kept.get(key)) {
        found.push(`phone ${phone.name}: ${key} is ${here.get(key)}, on the server ${kept.get(key)}`);
      }
    }
    found.push(...lostEdits(world, phone, kept));
  }
  return found;
}

/**
 * A field must not have a value that the user replaced long afterwards. Where a clock was set after an edit, perhaps before it
 * was sent, the time of the edit is unknown.
 */
function lostEdits(world: World, phone: Phone, kept: ReadonlyMap<string, string>): string[] {
  if (!world.hasSteadyServer) return [];
  const { userId } = phone.account;
  const own = world.edits.filter((one) => one.userId === userId && !isGone(world, phone, one.subject));
  return own.flatMap((attempted) => {
    const { subject, field, value, at, isPromised } = attempted;
    const stays = kept.get(`${subject} ${field}`) ?? '';
    const isFine = own.some(
      (one) =>
        one.subject === subject &&
        one.field === field &&
        one.value === stays &&
        (one.at > at - CLOCK_ERROR_MS || isUntimed(one)),
    );
    return isFine || !isPromised || isUntimed(attempted)
      ? []
      : [`user ${userId}: ${field} of ${subject} is '${stays}', not '${value}' or later`];
  });
}

function isUntimed({ phone, clockSets }: AttemptedEdit): boolean {
  return phone.clockSets !== clockSets;
}

/** Not in the ledger, or deleted on some phone: others may still show it with what they know. */
function isGone({ phones }: World, phone: Phone, subject: string): boolean {
  if (subject === 'account') return false;
  const row = recordsOn(phone).find(({ id }) => id === subject);
  if (row === undefined || row.deleted === 1 || row.state !== 'counted') return true;
  return phones.some(({ deleted }) => deleted.has(subject));
}

function editsOn(phone: Phone): ReadonlyMap<string, string> {
  const values = (subject: string, edits: Edits = {}) =>
    Object.entries(edits).map(([field, { value }]): [string, string] => [`${subject} ${field}`, value]);
  return new Map([
    ...values('account', factsOn(phone)?.accountEdits),
    ...recordsOn(phone).flatMap(({ id, outcome }) => values(id, outcome)),
  ]);
}

function recordsOn(phone: Phone): readonly RecordRow[] {
  return [...(phone.database.tables.get('records')?.values() ?? [])] as unknown as readonly RecordRow[];
}
