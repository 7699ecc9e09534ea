/** A deployment that publishes, for tests: users calculate, days pass, and what is published is checked as a phone would. */
import { pageOf } from '#api/proof/leaf-records.ts';
import type { LeafSource, LedgerMemory, Remembered, UserTotal } from '#api/proof/leaf-source.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { servedLog } from '#tests/support/proof/log-over-http.ts';
import type { DeploymentSeams, TestClock, TestDeployment } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, recordId, START, type TestUser } from '../support.ts';

export const ORIGIN = 'points.example/irich';
export const DAY = 86_400_000;
/** Minutes after midnight. */
export const MINUTE = 60_000;
export const KEY = signer();
export const TRUSTED: Trusted = { origin: ORIGIN, keys: [KEY.key], witnesses: [], quorum: 0 };

function signer(): Signer {
  const made = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519));
  if (made === null) throw new Error('Not a key');
  return made;
}

/** Midnight, UTC, that begins the day so many days after the first. */
export const midnight = (days: number) => START - (START % DAY) + days * DAY;
export const dayText = (days: number) => new Date(midnight(days)).toISOString().slice(0, 10);

export const inPages = (users: readonly UserTotal[], size: number) =>
  Array.from({ length: Math.ceil(users.length / size) }, (_, page) =>
    users.slice(page * size, (page + 1) * size),
  );

/** Users who come in these pages. */
export function pagesOf(pages: readonly (readonly UserTotal[])[]): LeafSource['page'] {
  return async ({ secret, after }) => {
    const place = Number(after ?? 0);
    const next = place + 1 < pages.length ? `${place + 1}` : null;
    return { ...pageOf(secret, pages[place] ?? []), next };
  };
}

/** What ledgers remember of the log. @param found the build that they remember after they were told of one */
export function ledgerMemory(found = (build: string) => build): LedgerMemory {
  let told: Remembered = { build: '', day: null, entry: null };
  let mark = 0;
  return {
    told: () => told,
    begin(build) {
      told = { ...told, build: found(build) };
    },
    remember(build, day, entry) {
      if (told.build === build) told = { build, day, entry };
      return told.build === build;
    },
    mark: () => mark,
    setMark(next) {
      mark = next;
    },
    changes: () => 0,
  };
}

export type Open = (seams: DeploymentSeams) => Promise<TestDeployment>;

export async function publishing(open: Open, seams: Partial<DeploymentSeams> = {}) {
  const clock: TestClock = seams.clock ?? { at: START, now: () => clock.at };
  const faults: string[] = [];
  const deployment = await open({
    config: CONFIG,
    clock,
    limiter: noLimits,
    proof: { signers: [KEY] },
    onRequest: () => {},
    onFault: (message, cause) => void faults.push(`${message}: ${cause}`),
    ...seams,
  });
  const api = apiOver(deployment, clock);
  const until = async (at: number) => {
    if (deployment.until === undefined) throw new Error('Not in this process');
    await deployment.until(at);
  };
  return {
    ...api,
    faults,
    until,
    /** Lets a day end and its publishing come. */
    untilPublished: (days: number) => until(midnight(days + 1) + 5 * MINUTE),
    // Launch data live for a day: each call signs its own.
    calculate: (userId: number) => calculate(api.user(userId), clock.at),
    checked: () => checkLog(servedLog(deployment), TRUSTED, PROOF_PORTS),
    async proof(userId: number, day?: string) {
      const user = api.user(userId);
      const query = day === undefined ? '' : `?day=${day}`;
      const reply = await user.send('GET', `/api/proof/${userId}${query}`);
      if (reply.status !== 200) return { reply, checked: null };
      return { reply, checked: await checkProof(JSON.stringify(reply.json.proof), TRUSTED, PROOF_PORTS) };
    },
  };
}

async function calculate(user: TestUser, at: number): Promise<void> {
  const time = new Date(at).toISOString();
  const record = {
    id: recordId(),
    calculationType: 'RiskMoney',
    occurredAt: time,
    inputs: { riskAmount: '100' },
  };
  const reply = await user.send('POST', '/api/sync', {
    body: { userId: user.id, sentAt: time, records: [record] },
  });
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
}
