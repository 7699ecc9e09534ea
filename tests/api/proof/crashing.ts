/** A deployment that publishes, whose processes a test kills before a statement of its choice. A witness outside sees all that is signed. */
import { witnessesOf } from '#api/proof/cosign.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { createWitness } from '#api/proof/witness.ts';
import { sha256, sha256Bytes } from '#api/runtime/hashing.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import { readCheckpoint, type Trusted } from '#core/proof/checkpoint.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjects, testDeployment } from '#tests/support/objects-deployment.ts';
import { servedLog } from '#tests/support/proof/log-over-http.ts';
import type { DeploymentSeams, TestClock, TestDeployment } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { mortalDatabases, type Pages } from './mortal-databases.ts';
import { KEY, ORIGIN, publishing, TRUSTED } from './publishing.ts';

export interface Kind {
  /** Of the databases that die together with the log's. */
  readonly together: readonly string[];
  readonly open: (seams: DeploymentSeams, database: (name: string) => NodeSqlite) => Promise<TestDeployment>;
}

export const MACHINE: Kind = {
  together: ['ledgers'],
  open: (seams, database) => openMachineDeployment(seams, database('ledgers')),
};

export const OBJECTS: Kind = {
  together: [],
  open: (seams, database) =>
    Promise.resolve(testDeployment(openObjects({ ...seams, stored: database }), seams.clock)),
};

/** Everything at one moment: the databases, what the witness knows, the time. */
export interface Moment {
  readonly pages: Pages;
  readonly witnessed: string | null;
  readonly at: number;
}

const WITNESS = newWitnessKey();
export const WITNESSED: Trusted = { ...TRUSTED, witnesses: [WITNESS.key], quorum: 1 };

function newWitnessKey(): Signer {
  const made = readSigner(newSignerText('witness.example/w', SIGNATURE.cosignature));
  if (made === null) throw new Error('Not a key');
  return made;
}

export async function crashing({ open, together }: Kind, from?: Moment) {
  const clock: TestClock = { at: from?.at ?? START, now: () => clock.at };
  const databases = mortalDatabases(from?.pages);
  const log = databases.database('proof');
  const signed = new Map<number, Set<string>>();
  const memory = { note: from?.witnessed ?? null };
  const witness = createWitness({
    logs: [{ origin: ORIGIN, keys: [KEY.key] }],
    signer: WITNESS,
    memory: {
      newest: () => memory.note,
      keep(_, note) {
        memory.note = note;
      },
    },
    now: clock.now,
  });
  const refusals: string[] = [];
  const secrets: Uint8Array[] = [];

  const signer: Signer = {
    key: KEY.key,
    sign(content) {
      const text = new TextDecoder().decode(content);
      const size = Number(text.split('\n')[1]);
      signed.set(size, (signed.get(size) ?? new Set()).add(text));
      return KEY.sign(content);
    },
  };

  async function askWitness(url: string, init: RequestInit): Promise<Response> {
    if (url.endsWith(`/${sha256(ORIGIN)}/checkpoint`))
      return new Response(memory.note, { status: memory.note === null ? 404 : 200 });
    const answer = await witness(String(init.body));
    // A witness that signed before the crash first says what it knows.
    if (answer.status !== 200 && answer.status !== 409) refusals.push(`${answer.status} ${answer.body}`);
    return new Response(answer.body, { status: answer.status });
  }

  const api = await publishing((seams) => open(seams, databases.database), {
    clock,
    proof: {
      sql: log,
      signers: [signer],
      newSecret() {
        secrets.push(sha256Bytes(ascii(`secret ${clock.at} ${secrets.length}`)));
        return secrets.at(-1) ?? new Uint8Array();
      },
      cosign: witnessesOf(log, [KEY.key], {
        witnesses: [{ key: WITNESS.key, url: 'https://witness.example' }],
        fetch: askWitness,
        onFault: (message, cause) => void refusals.push(`${message}: ${cause}`),
      }),
    },
  });

  async function savedProof(userId: number, day: string): Promise<string> {
    const { json } = await api.user(userId).send('GET', `/api/proof/${userId}?day=${day}`);
    return JSON.stringify(json.proof);
  }

  return {
    ...api,
    databases,
    /** Texts that were signed, by the size of the tree. */
    signed,
    /** What the witness would not sign. */
    refusals,
    /** Of the days that were begun. */
    secrets,
    secretsOfDays: () => log.all<{ day: number; secret: Uint8Array }>('SELECT day, secret FROM days'),
    moment: (): Moment => ({ pages: databases.pages(), witnessed: memory.note, at: clock.at }),
    /** Alike for two deaths that left the same behind. */
    left: () =>
      JSON.stringify([databases.commits(), memory.note, [...signed].map(([, texts]) => [...texts])]),
    /** The process with this database dies before its statement number `after`. */
    dieAfter(name: string, after: number): void {
      const all = ['proof', ...together];
      databases.dieAfter(name, after, all.includes(name) ? all.filter((one) => one !== name) : []);
    },
    /** What is due at that moment, without all that was due before. */
    async at(moment: number): Promise<void> {
      clock.at = moment;
      await api.ring();
    },
    async startAgain(): Promise<void> {
      databases.revive();
      api.faults.length = 0;
      refusals.length = 0;
      await api.restart();
    },
    check: () => checkLog(servedLog(api), WITNESSED, PROOF_PORTS),
    savedProof,
    checkedProof: async (userId: number, day: string) =>
      checkProof(await savedProof(userId, day), WITNESSED, PROOF_PORTS),
    /** The bytes that anybody can read of the log. */
    async readable() {
      const files = servedLog(api);
      const checkpoint = await files.text('checkpoint');
      const size = checkpoint === null ? 0 : (readCheckpoint(checkpoint)?.size ?? 0);
      const tile = async (level: string) =>
        size === 0
          ? ''
          : Buffer.from((await files.bytes(`tile/${level}/000.p/${size}`)) ?? []).toString('latin1');
      return { checkpoint, size, entries: await tile('entries'), hashes: await tile('0') };
    },
  };
}
