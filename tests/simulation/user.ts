/** What users, systems and networks do to a phone. */

import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import { editSomething } from './edits.ts';
import { hasDeletion } from './naive-model.ts';
import type { App, Phone, PromisedRecord } from './phone.ts';
import { kill } from './phone.ts';
import type { World } from './run-seed.ts';
import { POISON } from './wire.ts';

const HOUR = 3_600_000;

type Act = (world: World, phone: Phone, app: App) => void;

/** Each with its relative frequency. */
const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [30, (world, _, app) => record(world, app)],
  [2, burst],
  [5, revise],
  [3, deleteOne],
  [2, (world, _, app) => void app.device?.chooseLanguage(world.chance.pick(['en', 'ru']))],
  [4, (_, __, app) => void app.device?.completeOnboarding()],
  [5, checkIn],
  [8, wake],
  [4, (_, __, app) => void app.device?.syncNow()],
  [6, (_, __, app) => kill(app)],
  [8, (world, _, app) => dieSoon(world, app)],
  [3, (world, phone) => void world.open(phone, age(world))],
  [6, toggleNetwork],
  [3, jumpClock],
  [10, deleteMyData],
];
const TOTAL = ACTS.reduce((sum, [weight]) => sum + weight, 0);

export function actOn(world: World, phone: Phone): void {
  const { chance, trace } = world;
  const app = phone.apps.length === 0 ? null : chance.pick(phone.apps);
  if (app === null || (isStuck(app) && chance.happens(0.3))) {
    if (app !== null) kill(app);
    trace(`${phone.name} opens the app`);
    const opened = world.open(phone, age(world));
    if (chance.happens(0.3)) dieSoon(world, opened);
    return;
  }
  if (world.hasEdits && chance.happens(0.3)) {
    editSomething(world, phone, app);
    return;
  }
  if (world.hasErasures && chance.happens(0.2)) {
    deleteOne(world, phone, app);
    return;
  }
  let left = chance.next() * TOTAL;
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left >= 0) continue;
    act(world, phone, app);
    return;
  }
}

/** Launch data too old for the server: users eventually open the app again from the messaging app. */
function isStuck(app: App): boolean {
  return app.device?.live.sync.current()?.phase === 'reopen';
}

/** Clients may pass launch data that are almost a day old, seconds. */
function age({ chance }: World): number {
  return chance.happens(0.15) ? chance.between(0, 23 * 3600) : chance.between(0, 5);
}

const POISONED: PromisedRecord['poison'][] = ['inputs', 'refused', 'crash', 'rejected'];

function record(world: World, app: App): void {
  const { chance, trace } = world;
  const { device, phone } = app;
  if (device === null) return;
  const poison = chance.happens(0.03) ? chance.pick(POISONED) : null;
  const id = chance.uuid();
  const calculationType: CalculationType = chance.pick(CALCULATION_TYPES);
  const promise = { calculationType, occurredAt: world.time.now() + phone.clockOffset, poison };
  phone.attempted.set(id, promise);
  trace(`${phone.name} records ${id}${poison === null ? '' : ` (${poison})`}`);
  // A type of a later version, stored by a later app that was rolled back since.
  const sent = poison === 'rejected' ? ('Unheard' as CalculationType) : calculationType;
  void device
    .record({ id: poisonedId(id, poison), calculationType: sent, inputs: inputs(world, poison) })
    .then(() => {
      if (app.isAlive) phone.promised.set(id, promise);
    });
}

/** Poison that would remain without inputs is in the id. */
export function poisonedId(id: string, poison: PromisedRecord['poison']): string {
  if (poison === 'refused') return `${id}-${POISON.malformed}`;
  return poison === 'crash' ? `${id}-${POISON.crash}` : id;
}

function inputs({ chance }: World, poison: PromisedRecord['poison']): Record<string, unknown> {
  const note = poison === 'inputs' ? chance.pick([POISON.malformed, POISON.tooLarge, POISON.crash]) : '';
  // At times more than the server accepts.
  const size = chance.happens(0.02) ? 3_000 : 3;
  return { entryPrice: String(chance.between(1, 999)), note, text: 'x'.repeat(size) };
}

function burst(world: World, _: Phone, app: App): void {
  const count = world.chance.between(5, 40);
  for (let i = 0; i < count; i++) record(world, app);
}

function revise({ chance }: World, phone: Phone, app: App): void {
  const ids = [...phone.promised.keys()];
  if (ids.length === 0) return;
  void app.device?.reviseRecord(chance.pick(ids), { entryPrice: String(chance.between(1, 999)) });
}

function deleteOne({ chance, time }: World, phone: Phone, app: App): void {
  const ids = [...phone.promised].flatMap(([id, { poison }]) => (poison === null ? [id] : []));
  const { device } = app;
  if (ids.length === 0 || device === null) return;
  const id = chance.pick(ids);
  phone.deleted.add(id);
  if (chance.happens(0.5)) {
    void device.deleteRecord(id);
    return;
  }
  // Undone a moment later.
  const live = device.live.record(id);
  const end = live.subscribe(() => {});
  time.after(20, () => {
    const before = live.current();
    end();
    if (!app.isAlive || before === null || before === undefined) return;
    void device
      .deleteRecord(id)
      .then(() => time.after(chance.wait(2_000), () => void device.restoreRecord(before)));
  });
}

function checkIn(_: World, phone: Phone, app: App): void {
  void app.device?.claimCheckIn().then(({ ok }) => {
    if (ok && app.isAlive) phone.paidCheckIns += 1;
  });
}

function wake({ chance }: World, _: Phone, app: App): void {
  const kind = chance.pick(['online', 'visible'] as const);
  for (const listener of [...app.wakes]) listener(kind);
}

function dieSoon({ chance }: World, app: App): void {
  app.awaitsLeft = chance.between(0, 60);
}

function toggleNetwork({ trace }: World, phone: Phone): void {
  phone.wire.online = !phone.wire.online;
  trace(`${phone.name} is ${phone.wire.online ? 'online' : 'offline'}`);
  if (!phone.wire.online) return;
  for (const app of phone.apps) for (const listener of [...app.wakes]) listener('online');
}

function jumpClock({ chance, trace }: World, phone: Phone): void {
  phone.clockSets += 1;
  phone.clockOffset = chance.pick([
    0,
    0,
    150_000,
    -9 * 24 * HOUR,
    chance.between(-48, 48) * HOUR,
    400 * 24 * HOUR,
  ]);
  trace(`${phone.name} has its clock off by ${phone.clockOffset}`);
}

function deleteMyData(world: World, phone: Phone, app: App): void {
  const { chance, trace, server, time } = world;
  if (!world.hasDeletions && !chance.happens(0.02)) return;
  phone.account.askedToDelete = true;
  trace(`${phone.name} asks to delete`);
  const ask = () => {
    if (!app.isAlive) return;
    void app.device?.deleteMyData().then((deletion) => {
      const { account } = phone;
      const database = server.database(account.userId);
      if (deletion === 'deleted' && app.isAlive && database !== null && hasDeletion(database, account.userId))
        account.toldDeleted = true;
    });
  };
  if (chance.happens(0.3)) {
    ask();
    return;
  }
  // The answer to a call under way may arrive after the deletion.
  record(world, app);
  void app.device?.syncNow();
  time.after(chance.between(0, 500), ask);
}
