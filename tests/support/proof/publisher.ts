/** A real server that publishes totals, with a real witness: the build of the tests pins their keys. Its days pass at once. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Signer } from '#api/proof/signer.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { vkeyText } from '#core/proof/note.ts';
import { recordId } from '#tests/bench/populate.ts';
import type { TestUser } from '../launch.ts';
import { startServer, type TestServer } from '../server.ts';
import { type SignedCalls, signedCalls } from '../signed-calls.ts';
import { LOG, PRIVATE_TEXTS, WITNESS } from './test-keys.ts';
import { startWitness } from './witness-server.ts';

const DAY_MS = 86_400_000;
/** A day is published five minutes after its end, and no test takes that long. */
const EDGE_MS = 20 * 60_000;
const PATIENCE_MS = 20_000;
const CLOCK = fileURLToPath(new URL('../shifted-clock.ts', import.meta.url));

export interface Publisher {
  readonly server: TestServer;
  /** Calls at the server's present time. */
  readonly calls: SignedCalls;
  /** The server's clock, milliseconds. */
  now(): number;
  /** Registers users who are new and lets each calculate. */
  live(users: readonly TestUser[]): Promise<void>;
  /** The server goes on to another day, by a restart. @param days from today: -1 is yesterday */
  comeTo(days: number, changes?: Changes): Promise<void>;
  /** Waits until so many days are published, and answers the checkpoint. */
  published(days: number): Promise<string>;
  /** While the server is away: copies all that server and witness keep; what is answered puts the copy in its place. */
  backUp(): () => void;
  stop(): Promise<void>;
}

/** What changes from a restart on. */
export interface Changes {
  /** Runs while the server is away. */
  readonly meanwhile?: () => void;
  /** Of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** The keys of the log that the witness accepts. */
  readonly keys?: readonly Signer[];
}

/** @param begins the day of its first start, from today: -1 is yesterday */
export async function startPublisher(dist: string, begins: number): Promise<Publisher> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-publisher-'));
  const clockFile = join(folder, 'clock');
  const witnessOf = (keys: readonly Signer[]) => startWitness(folder, 'w', keys, PRIVATE_TEXTS.witness);
  let witness = await witnessOf([LOG]);
  const addressOf = () => ({ PROOF_WITNESSES: `${vkeyText(WITNESS.key)},${witness.url}` });
  const memory = join(folder, 'w');
  let shift = 0;
  const setClock = (days: number) => {
    shift = awayFromMidnight() + days * DAY_MS;
    writeFileSync(clockFile, String(shift));
  };
  setClock(begins);
  const server = await startServer({
    dist,
    deployment: 'machine',
    env: {
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_SHIFT_FILE: clockFile,
      PROOF_SIGNING_KEY: PRIVATE_TEXTS.log,
      PROOF_ORIGIN: LOG.key.name,
      ...addressOf(),
    },
  });
  const now = () => Date.now() + shift;
  const calls = signedCalls(server.origin, now);
  const known = new Set<number>();

  return {
    server,
    calls,
    now,
    async live(users) {
      for (const user of users) {
        if (!known.has(user.id)) await calls.onboard(user);
        known.add(user.id);
        await calculate(calls, user, now());
      }
    },
    async comeTo(days, { meanwhile, env, keys } = {}) {
      await server.kill();
      meanwhile?.();
      if (keys !== undefined) {
        witness.stop();
        witness = await witnessOf(keys);
      }
      setClock(days);
      await server.restart({ ...addressOf(), ...env });
    },
    async published(days) {
      const deadline = performance.now() + PATIENCE_MS;
      while (performance.now() < deadline) {
        const answer = await fetch(`${server.origin}/proof/checkpoint`);
        const note = answer.ok ? await answer.text() : '';
        if (readCheckpoint(note)?.size === days) return note;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${days} days are not published:\n${server.log()}`);
    },
    backUp() {
      const kept = mkdtempSync(join(folder, 'kept-'));
      cpSync(memory, kept, { recursive: true });
      const putBack = server.copyState();
      return () => {
        putBack();
        rmSync(memory, { recursive: true });
        cpSync(kept, memory, { recursive: true });
      };
    },
    async stop() {
      await server.stop();
      witness.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where midnight, UTC, is near, the clock goes ahead: no test would know which days are over. */
function awayFromMidnight(): number {
  const time = Date.now() % DAY_MS;
  return time < EDGE_MS || time > DAY_MS - EDGE_MS ? 2 * EDGE_MS : 0;
}

let made = 0;

async function calculate({ call }: SignedCalls, user: TestUser, at: number): Promise<void> {
  made += 1;
  const time = new Date(at).toISOString();
  const record = {
    id: recordId(at, made),
    calculationType: 'RiskMoney',
    occurredAt: time,
    inputs: { riskAmount: '100' },
  };
  const { status, body } = await call(user, 'POST', '/api/sync', {
    userId: user.id,
    sentAt: time,
    records: [record],
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}
