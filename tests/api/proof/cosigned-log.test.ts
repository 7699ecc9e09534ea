/** The published log with its witnesses, in both deployments: they sign each day, and guard against a lost log. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import type { AskedWitness } from '#api/proof/ask-witnesses.ts';
import { logKeys, witnessesOf } from '#api/proof/cosign.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkLog } from '#core/proof/check-log.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import { keyChangeText } from '#core/proof/key-change.ts';
import { SIGNATURE, signatureLine } from '#core/proof/note.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { servedLog } from '#tests/support/proof/log-over-http.ts';
import { type RunningWitness, startWitness } from '#tests/support/proof/witness-server.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { KEY, MINUTE, midnight, type Open, ORIGIN, publishing, TRUSTED } from './publishing.ts';

const DEPLOYMENTS: readonly (readonly [string, Open])[] = [
  ['machine', (seams) => openMachineDeployment(seams)],
  ['objects', openObjectsDeployment],
];

let folder: string;
let ann: RunningWitness;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'irich-cosigned-'));
  ann = await startWitness(folder, 'ann', [KEY]);
});
afterEach(() => {
  ann.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An empty database of a log. */
function emptyLog() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  return sql;
}

interface Options {
  readonly witnesses?: readonly AskedWitness[];
  readonly signers?: readonly Signer[];
  readonly keyChanges?: string;
  readonly clock?: TestClock;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

async function cosigned(open: Open, { witnesses = [ann], signers = [KEY], fetch, ...more }: Options = {}) {
  const sql = emptyLog();
  const silent: string[] = [];
  const recovered: string[] = [];
  const cosign = witnessesOf(sql, logKeys(signers, more.keyChanges ?? null), {
    witnesses,
    fetch: fetch ?? globalThis.fetch,
    limitMs: 2_000,
    onFault: (message, cause) => void silent.push(`${message}: ${cause}`),
    onRecovered: (message) => void recovered.push(message),
  });
  const { clock, keyChanges } = more;
  const api = await publishing(open, {
    ...(clock === undefined ? {} : { clock }),
    proof: { sql, signers, cosign, ...(keyChanges === undefined ? {} : { keyChanges }) },
  });
  const check = (trusted: Trusted = { ...TRUSTED, witnesses: witnesses.map(({ key }) => key), quorum: 1 }) =>
    checkLog(servedLog(api), trusted, PROOF_PORTS);
  return { ...api, check, silent, recovered };
}

describe.each(DEPLOYMENTS)('on %s', (_, open) => {
  test('a witness signs each day', async () => {
    const api = await cosigned(open);
    await api.registered(42);
    for (const day of [0, 1, 2]) {
      await api.calculate(42);
      await api.untilPublished(day);
      expect(await api.check()).toMatchObject({
        ok: true,
        value: { checkpoint: { size: day + 1 }, witnesses: ['ann'] },
      });
    }
    expect([...api.silent, ...api.faults]).toEqual([]);
  });

  test('a witness that is away does not hold up the day, and is asked again', async () => {
    let isAway = true;
    const api = await cosigned(open, {
      fetch: (url, init) => (isAway ? Promise.reject(new Error('away')) : fetch(url, init)),
    });
    await api.registered(42);
    await api.untilPublished(0);
    expect(await api.checked()).toMatchObject({ ok: true });
    expect(await api.check()).toMatchObject({ ok: false, error: { fault: 'quorum' } });
    expect(api.silent).toEqual(['The witness ann does not sign: no answer']);
    expect(api.recovered).toEqual([]);
    isAway = false;
    await api.until(midnight(1) + 20 * MINUTE);
    expect(await api.check()).toMatchObject({ ok: true, value: { witnesses: ['ann'] } });
    expect(api.recovered).toEqual(['The witness ann signs again']);
  });

  test('a lost log is not begun anew: the witness has seen the old one', async () => {
    const first = await cosigned(open);
    await first.registered(42);
    await first.untilPublished(0);
    // Ledgers and log of a machine that knows nothing.
    const clock: TestClock = { at: midnight(1) + 6 * MINUTE, now: () => clock.at };
    const again = await cosigned(open, { clock });
    await again.registered(42);
    await again.until(midnight(2) + 5 * MINUTE);
    expect((await again.send('GET', '/proof/checkpoint')).status).toBe(404);
    expect(again.faults[0]).toContain(
      'The witness ann shows a checkpoint of 1 days that this log signed and does not hold.',
    );
  });

  test("a witness that bears the log's name takes the log's signature from no checkpoint", async () => {
    mkdirSync(join(folder, 'points.example'));
    const namesake = await startWitness(folder, ORIGIN, [KEY]);
    const api = await cosigned(open, { witnesses: [namesake] });
    await api.registered(42);
    await api.untilPublished(0);
    namesake.stop();
    expect(await api.check()).toMatchObject({ ok: true, value: { key: KEY.key, witnesses: [ORIGIN] } });
  });

  test('the changes of its key are served', async () => {
    const newer = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519));
    if (newer === null) throw new Error('no key');
    const text = keyChangeText({ origin: ORIGIN, number: 1, key: newer.key });
    const keyChanges = `${text}\n${signatureLine(KEY.key, KEY.sign(ascii(text)))}`;
    const api = await cosigned(open, { witnesses: [], signers: [newer], keyChanges });
    await api.registered(42);
    await api.untilPublished(0);
    const served = await api.send('GET', '/proof/keys');
    expect(served).toMatchObject({ status: 200, text: keyChanges });
    expect(await api.check(TRUSTED)).toMatchObject({ ok: true, value: { key: newer.key } });
    const never = await publishing(open);
    expect((await never.send('GET', '/proof/keys')).status).toBe(404);
  });
});
