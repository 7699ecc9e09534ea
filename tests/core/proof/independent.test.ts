/** A script in another language, which shares no code with the project, agrees on random logs, right and wrong. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import { entryText } from '#core/proof/entry.ts';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import {
  checkpointOf,
  dayEntries,
  filesOf,
  proofIn,
  type SavedProof,
  sourceOf,
} from '#tests/support/proof/log.ts';

const LOGS = 1000;
const SEED = 20_261_127;
const ORIGIN = 'points.example/irich';
const SCRIPT = new URL('independent.py', import.meta.url).pathname;

const [log, impostor] = [signer(), signer()] as const;

function signer(): Signer {
  const made = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519));
  if (made === null) throw new Error('no key');
  return made;
}

/** A log's entries and checkpoint, and a proof in it, as the script reads them. */
interface Case {
  readonly entries: readonly string[];
  readonly checkpoint: string;
  readonly proof: SavedProof;
}

type Change = (one: Case, at: number) => Case;

const inEntries =
  (change: (text: string) => string): Change =>
  (one, at) => {
    const place = at % one.entries.length;
    return { ...one, entries: one.entries.map((text, index) => (index === place ? change(text) : text)) };
  };
const inProof =
  (change: (proof: SavedProof, at: number) => Partial<SavedProof>): Change =>
  (one, at) => ({
    ...one,
    proof: { ...one.proof, ...change(one.proof, at) },
  });
const inStep = (change: (step: SavedProof['path'][number]) => object): Change =>
  inProof(({ path }, at) => ({
    path: path.map((step, index) => (index === at % path.length ? { ...step, ...change(step) } : step)),
  }));
/** Another last digit. */
const turned = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
const plusOne = (text: string) => String(BigInt(text) + 1n);

const CHANGES: readonly Change[] = [
  (one) => one,
  (one) => one,
  (one) => one,
  inEntries((text) => text.replace(/"total":"(\d+)"/, (_, total: string) => `"total":"${plusOne(total)}"`)),
  inEntries((text) => text.replace('"users":', '"users": ')),
  inEntries((text) => text.replace('"v":1', '"v":2')),
  inEntries((text) => text.replace('"total":"', '"total":"0')),
  inEntries((text) => text.replace('}', ',"restored":"2026-10-31"}')),
  (one, at) => ({ ...one, entries: one.entries.filter((_, index) => index !== at % one.entries.length) }),
  (one) => ({ ...one, entries: [...one.entries].reverse() }),
  (one, at) => ({ ...one, entries: [...one.entries, one.entries[at % one.entries.length] ?? ''] }),
  (one) => ({ ...one, checkpoint: checkpointOf(dayEntries(one.entries.length), [log]) }),
  (one) => ({
    ...one,
    checkpoint: one.checkpoint.replace(/\n(\d+)\n/, (_, size: string) => `\n${plusOne(size)}\n`),
  }),
  (one) => ({
    ...one,
    checkpoint: one.checkpoint.replace(
      /(— \S+ .{20})(.)/,
      (_, start: string, next: string) => start + (next === 'A' ? 'B' : 'A'),
    ),
  }),
  inProof(({ leaf }) => ({ leaf: { ...leaf, total: plusOne(leaf.total) } })),
  inProof(({ leaf }) => ({ leaf: { ...leaf, seq: leaf.seq + 1 } })),
  inProof(({ leaf }) => ({ leaf: { ...leaf, head: turned(leaf.head) } })),
  inProof(({ leaf }) => ({ leaf: { ...leaf, blind: turned(leaf.blind) } })),
  inProof(({ path }) => ({ path: path.slice(1) })),
  inProof(({ path }) => ({ path: [...path, ...path.slice(-1)] })),
  inProof(({ path }) => ({ path: [...path].reverse() })),
  inStep(({ side }) => ({ side: side === 'left' ? 'right' : 'left' })),
  inStep(({ sum }) => ({ sum: plusOne(sum) })),
  inStep(({ sum }) => ({ sum: `0${sum}` })),
  inStep(({ sum }) => ({ sum: String(BigInt(sum) + (1n << 64n)) })),
  inStep(({ hash }) => ({ hash: turned(hash) })),
  inProof(({ inclusion }) => ({ inclusion: inclusion.slice(1) })),
  inProof(({ inclusion }) => ({ inclusion: [...inclusion, ...inclusion.slice(0, 1)] })),
  inProof(({ inclusion }) => ({ inclusion: [...inclusion].reverse() })),
  inProof(({ index }) => ({ index: index + 1 })),
  inProof(({ index }) => ({ index: Math.max(0, index - 1) })),
  (one, at) => inProof(() => ({ entry: one.entries[at % one.entries.length] ?? '' }))(one, at),
];

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const leafOf: fc.Arbitrary<Leaf> = fc.record({
  blind: bytes(16),
  total: fc.bigInt({ min: 0n, max: 1n << 50n }),
  seq: fc.integer({ min: 1, max: 1_000_000 }),
  head: bytes(32),
});
const caseOf = fc
  .record({
    days: fc.integer({ min: 0, max: 40 }),
    leaves: fc.uniqueArray(leafOf, {
      minLength: 1,
      maxLength: 20,
      selector: ({ blind }) => Buffer.from(blind).toString('hex'),
    }),
    at: fc.nat(1000),
    change: fc.constantFrom(...CHANGES),
    isForged: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
  })
  .map(({ days, leaves, at, change, isForged }): Case => {
    const sorted = leaves.toSorted((a, b) => Buffer.compare(a.blind, b.blind));
    const by = [isForged ? impostor : log];
    const { proof, entries } = proofIn(dayEntries(days), sorted, at % sorted.length, by);
    return change({ entries: entries.map(entryText), checkpoint: proof.checkpoint, proof }, at);
  });

/** What the project's own checks say, in the words of the script. */
async function verdictOf({ entries, checkpoint, proof }: Case): Promise<string> {
  const trusted = { origin: ORIGIN, keys: [log.key], witnesses: [], quorum: 0 };
  const checked = await checkLog(sourceOf(filesOf(entries, checkpoint)), trusted, PROOF_PORTS);
  if (!checked.ok) {
    const { fault, at } = checked.error;
    if (at === 'checkpoint' && fault !== 'root') return 'log: checkpoint';
    // A log of another size lacks the tiles that its checkpoint asks for.
    return `log: ${fault === 'missing' ? 'root' : fault}`;
  }
  const proven = await checkProof(JSON.stringify({ ...proof, checkpoint }), trusted, PROOF_PORTS);
  if (proven.ok) return 'ok';
  // The script does not tell a text that is no proof from one whose path fails.
  return `proof: ${proven.error === 'format' ? 'path' : proven.error}`;
}

test('both say the same of a thousand logs', async () => {
  const cases = fc.sample(caseOf, { numRuns: LOGS, seed: SEED });
  const input = cases.map((one) => JSON.stringify({ ...one, vkey: vkeyText(log.key) })).join('\n');
  const { stdout, stderr } = spawnSync('python3', [SCRIPT], { input, encoding: 'utf8', maxBuffer: 1e8 });
  expect(stderr).toBe('');
  const theirs = stdout.trim().split('\n');
  const ours = await Promise.all(cases.map(verdictOf));
  expect(theirs).toHaveLength(LOGS);
  const differ = ours.flatMap((verdict, index) =>
    verdict === theirs[index] ? [] : [{ ours: verdict, theirs: theirs[index], of: cases[index] }],
  );
  expect(differ.slice(0, 3)).toEqual([]);
  // Each verdict is met, so that agreement means something.
  const count = (verdict: string) => ours.filter((one) => one === verdict).length;
  for (const verdict of [
    'ok',
    'log: format',
    'log: order',
    'log: checkpoint',
    'proof: path',
    'proof: inclusion',
  ]) {
    expect(count(verdict), verdict).toBeGreaterThan(10);
  }
}, 120_000);
