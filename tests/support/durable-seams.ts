/**
 * The parts of the deployment on Cloudflare that a test controls: its objects run in the same process as the test. For the wiring
 * this file takes the place of `http/limits.ts`, `calendar/sample.ts`, `readiness.ts` and `config.ts`, as `workerd.config.ts`
 * says; everything that the test does not set is the product's own.
 */
import { vi } from 'vitest';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import * as sample from '#api/calendar/sample.ts';
import * as config from '#api/config.ts';
import * as readiness from '#api/deployments/durable-objects/readiness.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import * as limits from '#api/runtime/http/limits.ts';
import type { Meter } from '#api/runtime/sqlite/durable-object.ts';
import { SBT } from './deployment.ts';
import type { DeploymentSeams, TestClock } from './test-deployment.ts';

const held = globalThis as {
  irichSeams?: DeploymentSeams;
  isReadOnly?: boolean;
  proof?: { readonly origin: string; readonly key: string };
};

/** Clock and request lines are the runtime's own: taken over here. */
export function holdSeams(seams: DeploymentSeams): void {
  held.irichSeams = seams;
  held.isReadOnly = false;
  vi.spyOn(Date, 'now').mockImplementation(seams.clock.now);
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    // Only here a line has its level and the rows that are billed.
    const { level, rowsRead, rowsWritten, ...line } = JSON.parse(text) as RequestLine &
      Partial<Meter> & { level: string };
    if ('path' in line) seams.onRequest(line);
  });
}

/** As another deployment would have it: for objects that begin after this. */
export function holdReadOnly(isReadOnly: boolean): void {
  held.isReadOnly = isReadOnly;
}

/** For objects and an edge that begin after this. @param key the text that signs the log of published totals */
export function holdProofKey(origin: string, key: string): void {
  held.proof = { origin, key };
}

export function readCloudflareConfig(env: object): ReturnType<typeof config.readCloudflareConfig> {
  const read = config.readCloudflareConfig(env as Parameters<typeof config.readCloudflareConfig>[0]);
  if (!read.ok) return read;
  const own = {
    get readOnly() {
      return held.isReadOnly === true;
    },
    get botWebhookSecret() {
      return held.irichSeams?.bot?.secret ?? null;
    },
    get proofOrigin() {
      return held.proof?.origin ?? null;
    },
    get proofSigningKey() {
      return held.proof?.key ?? null;
    },
    get sbt() {
      return held.irichSeams?.sbt ?? SBT;
    },
    get botApiUrl() {
      return held.irichSeams?.bot?.apiUrl ?? 'http://127.0.0.1:9';
    },
  };
  return {
    ok: true,
    config: Object.defineProperties({ ...read.config }, Object.getOwnPropertyDescriptors(own)),
  };
}

/** The edge lives longer than a test, and begins to count anew with each. */
export function createLimiter(clock: TestClock): limits.Limiter {
  const own = new WeakMap<DeploymentSeams, limits.Limiter>();
  return {
    take(key, perMinute) {
      const seams = seamsOfTest();
      const limiter = seams.limiter ?? own.get(seams) ?? limits.createLimiter(clock);
      own.set(seams, limiter);
      return limiter.take(key, perMinute);
    },
  };
}

export function sampleCalendar(clock: TestClock): CalendarProvider {
  return seamsOfTest().calendar ?? sample.sampleCalendar(clock);
}

/** Without a report of the test, the objects are really asked. */
export function objectsReadiness(
  deps: readiness.ObjectsReadinessDeps,
): ReturnType<typeof readiness.objectsReadiness> {
  const own = readiness.objectsReadiness(deps);
  return async () => (await seamsOfTest().ready?.()) ?? own();
}

function seamsOfTest(): DeploymentSeams {
  if (held.irichSeams === undefined) throw new Error('Called before any test');
  return held.irichSeams;
}
