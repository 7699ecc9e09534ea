/** A phone whose server publishes totals, for tests of what the device makes of them. */
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { ascii, fromHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { logFiles, proofIn, type SavedProof } from '#tests/support/proof/log.ts';
import { LOG, PINS, WITNESS } from '#tests/support/proof/test-keys.ts';
import { keep, type Rig, rig } from './sync-rig.ts';

export const SIGNERS = [LOG, WITNESS];
export type Opened = Awaited<ReturnType<Rig['open']>>;

/** A phone with events of its own. @param clockAhead of the server's, whose answers tell the time unless it is 0 */
export async function synced(clockAhead = 0) {
  const r = rig();
  r.clockAhead = clockAhead;
  r.pins = PINS;
  const device = await r.open();
  void device.completeOnboarding();
  await keep(r, device, 5);
  await r.pass(5_000);
  return { r, device };
}

/** The leaf of the first `seq` events, thousandths more than they give by `extra`. */
export function leafOf(r: Rig, seq: number, extra = 0): Leaf {
  const events = r.ledger.events.slice(0, seq);
  const total = events.reduce((sum, { award }) => sum + award, extra);
  const head = fromHex(events.at(-1)?.hash ?? '', 32) as Uint8Array;
  return { blind: PROOF_PORTS.hash(ascii('mine')).slice(0, 16), total: BigInt(total), seq, head };
}

/** The server publishes this leaf as the day after these. */
export function publish(r: Rig, before: readonly DayEntry[], leaf: Leaf, signers = SIGNERS) {
  const made = proofIn(before, [leaf], 0, signers);
  answer(r, made.proof, made.entries, signers);
  return made;
}

export function answer(
  r: Rig,
  proof: SavedProof | null,
  entries: readonly DayEntry[],
  signers = SIGNERS,
): void {
  const day = entries.at(-1)?.day ?? '';
  r.script.set('GET /api/proof/{id}', () =>
    proof === null
      ? { status: 404, body: { error: { code: 'proof_missing', message: '' } } }
      : { status: 200, body: { proof, first: day, last: day } },
  );
  for (const name of [...r.script.keys()]) if (name.startsWith('GET /proof/')) r.script.delete(name);
  for (const [path, bytes] of logFiles(entries, signers))
    r.script.set(`GET /proof/${path}`, () => ({ status: 200, body: new Uint8Array(bytes) }));
}

export const checked = (r: Rig, device: Opened) =>
  settled(
    r,
    device.checkTotal(() => {}),
  );

/** What a call answers within a minute of the rig. */
export async function settled<T>(r: Rig, asking: Promise<T>): Promise<T> {
  const done: { value?: T } = {};
  void asking.then((value) => {
    done.value = value;
  });
  await r.pass(60_000);
  if (done.value === undefined) throw new Error('It has not ended');
  return done.value;
}
