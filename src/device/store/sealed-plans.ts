/**
 * Sealed plans on the device: plan and salt never leave it before they are revealed. A plan and its outbox entry are one
 * transaction. The rows stand among the drafts, which every version keeps and a deletion of the data clears.
 */
import { DAY_MS } from '#core/points/days.ts';
import type { SealedPlan } from '../model.ts';
import { factsOf } from './facts.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import type { OutboxRow } from './rows.ts';

const FIRST = 'sealed:';
const LAST = 'sealed:~';

const keyOf = (hash: string) => `${FIRST}${hash}`;

export function sealEntry(hash: string): Extract<OutboxRow, { kind: 'seal' }> {
  return { key: `8:seal:${hash}`, kind: 'seal', hash };
}

export function addSealed(store: Store, plan: SealedPlan): Promise<void> {
  return store.write(['drafts', 'outbox'], async (writing) => {
    await keepPlan(writing, plan);
    await writing.put('outbox', [sealEntry(plan.hash)]);
  });
}

/** Newest first. */
export async function sealedPlansOf(reading: Reading): Promise<readonly SealedPlan[]> {
  const rows = await reading.list('drafts', { from: FIRST, to: LAST });
  return rows.map(({ value }) => value as SealedPlan).toSorted((a, b) => b.sealedAt - a.sealedAt);
}

async function planOf(reading: Reading, hash: string): Promise<SealedPlan | null> {
  return ((await reading.get('drafts', keyOf(hash)))?.value as SealedPlan | undefined) ?? null;
}

export function readSealed(store: Store, hash: string): Promise<SealedPlan | null> {
  return store.read(['drafts'], (reading) => planOf(reading, hash));
}

function keepPlan(writing: Writing, plan: SealedPlan): Promise<void> {
  return writing.put('drafts', [{ key: keyOf(plan.hash), value: plan }]);
}

/** Changes a plan that is still here. */
export function changeSealed(
  store: Store,
  generation: number | null,
  hash: string,
  change: Partial<SealedPlan>,
): Promise<void> {
  return store.write(['drafts', 'settings'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    const plan = await planOf(writing, hash);
    if (plan !== null) await keepPlan(writing, { ...plan, ...change });
  });
}

/** The plan that was sealed first of those that wait, and may be sent now; null if there is none. */
export function nextSeal(store: Store, now: number): Promise<SealedPlan | null> {
  return store.read(['outbox', 'drafts'], async (reading) => {
    const entries = await reading.list('outbox', { from: '8:seal:', to: '8:seal:~' });
    const waiting = new Set(
      entries.flatMap((entry) =>
        entry.kind === 'seal' && !isHeldBack(entry.until, now) ? [entry.hash] : [],
      ),
    );
    return (await sealedPlansOf(reading)).filter(({ hash }) => waiting.has(hash)).at(-1) ?? null;
  });
}

/** A clock that goes back must not hold a plan back for long. */
function isHeldBack(until: number | undefined, now: number): boolean {
  return until !== undefined && until > now && until <= now + DAY_MS;
}

/** The server has answered: with the time of receipt, or with a refusal in its own word. */
export function acknowledgeSeal(
  store: Store,
  generation: number | null,
  hash: string,
  answer: Pick<SealedPlan, 'received' | 'refusal'>,
): Promise<void> {
  return store.write(['outbox', 'drafts', 'settings'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    const plan = await planOf(writing, hash);
    if (plan !== null) await keepPlan(writing, { ...plan, ...answer });
    await writing.remove('outbox', [sealEntry(hash).key]);
  });
}

/** The server takes no more plans today: all that wait are kept back. @param until by the device's clock */
export function holdSeals(store: Store, until: number): Promise<void> {
  return store.write(['outbox'], async (writing) => {
    const entries = await writing.list('outbox', { from: '8:seal:', to: '8:seal:~' });
    await writing.put(
      'outbox',
      entries.flatMap((entry) => (entry.kind === 'seal' ? [{ ...entry, until }] : [])),
    );
  });
}

/** Seals again what a restored server may have lost: it answers with the first receipt if it has not. */
export async function sealAgain(store: Store, commonSeq: number): Promise<void> {
  const plans = await store.read(['drafts'], sealedPlansOf);
  const lost = plans.filter(({ received }) => received !== null && received.seq > commonSeq);
  for (let i = 0; i < lost.length; i += ROWS_PER_WRITE) {
    const step = lost.slice(i, i + ROWS_PER_WRITE);
    await store.write(['drafts', 'outbox'], async (writing) => {
      for (const plan of step) await keepPlan(writing, { ...plan, received: null, revealed: null });
      await writing.put(
        'outbox',
        step.map(({ hash }) => sealEntry(hash)),
      );
    });
  }
}
