/** API calls of a user's device, made by a test outside of the app. */
import assert from 'node:assert/strict';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import { signLaunchData, type TestUser } from './launch.ts';
import { BOT_TOKEN } from './server.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface SignedCalls {
  call(
    user: TestUser,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Json }>;
  /** Registers a user and completes onboarding, like an earlier visit. */
  onboard(user: TestUser, startParameter?: string): Promise<void>;
  /** The server's points for calculations. */
  activityPoints(user: TestUser): Promise<string>;
  /** Number of calculations in the user's ledger. */
  recordedCalculations(user: TestUser): Promise<number>;
}

/** @param now the server's clock, milliseconds; launch data are signed at that time. */
export function signedCalls(origin: string, now: () => number = Date.now): SignedCalls {
  const launchAt = () => ({ botToken: BOT_TOKEN, authDate: Math.floor(now() / 1000) });
  const call: SignedCalls['call'] = async (user, method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        authorization: `tma ${signLaunchData({ user, ...launchAt() })}`,
        'content-type': 'application/json',
        // A kept connection may lead to a server that was killed since.
        connection: 'close',
        [CONTRACT_HEADER]: `${CONTRACT_VERSION}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  return {
    call,
    async onboard(user, startParameter) {
      const launchData = signLaunchData({
        user,
        ...launchAt(),
        ...(startParameter === undefined ? {} : { startParameter }),
      });
      const registered = await fetch(`${origin}/api/user/register`, {
        method: 'POST',
        headers: {
          authorization: `tma ${launchData}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify({ id: user.id, first_name: user.first_name }),
      });
      assert.equal(registered.status, 200);
      assert.equal((await call(user, 'POST', '/api/user/onboarding', { userId: user.id })).status, 200);
    },
    async activityPoints(user) {
      return String((await call(user, 'GET', `/api/user/${user.id}`)).body['activity_points']);
    },
    async recordedCalculations(user) {
      const { events } = (await call(user, 'GET', `/api/ledger/${user.id}?limit=1000`)).body as {
        events: readonly { type: string }[];
      };
      return events.filter((event) => event.type === 'CalculationRecorded.v1').length;
    },
  };
}
