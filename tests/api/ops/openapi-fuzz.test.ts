/** The fuzzer of the API finds what it looks for: each fault that is planted here. */
import { expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { fuzz } from '#tests/support/openapi/fuzz.ts';
import { makeApi, type TestApi } from '../support.ts';

type Plant = (api: TestApi) => Partial<TestApi>;

const { path: STATUS } = CALLS.checkInStatus;

/** Changes the answers to one call. */
const answering =
  (change: (response: Response, api: TestApi) => Response | Promise<Response>): Plant =>
  (api) => ({
    fetch: async (request) => {
      const response = await api.fetch(request);
      return new URL(request.url).pathname === STATUS ? change(response, api) : response;
    },
  });

/** Replaces a part of its answers. */
const saying = (before: string, after: string) =>
  answering(async (response) => new Response((await response.text()).replace(before, after), response));

/** Signs for the first user of a run each call without launch data. */
const signing: Plant = ({ fetch, user }) => ({
  fetch: (request) => {
    const { headers } = request;
    if (!headers.has('authorization')) headers.set('authorization', `tma ${user(1001).auth}`);
    return fetch(request);
  },
});

const STATUS_ANSWER = {
  isAvailable: true,
  currentStreak: 0,
  bonusAmount: '10',
  freezes: 0,
  freezesAtWork: 0,
};

const PLANTED: readonly (readonly [string, Plant, RegExp])[] = [
  ['a defect', answering(() => new Response('', { status: 500 })), /Got error: 500/],
  ['a hang', answering(() => new Promise(() => undefined)), /No answer came/],
  ['a wrong type', saying('"freezes":', '"freezes":"x","was":'), /#\/freezes: Instance type "string"/],
  ['a missing field', saying('"isAvailable"', '"available"'), /required property "isAvailable"/],
  ['an unknown status', answering(() => new Response('{}', { status: 418 })), /418 is not documented/],
  ['an unknown error', saying('launch_data_expired', 'launch_data_old'), /launch_data_old/],
  ['another content type', answering(() => new Response('<p>')), /text\/plain is not documented/],
  ['a call that is taken unsigned', signing, /taken with launch data: none/],
  [
    'a body that is taken against its schema',
    answering((response) => (response.status === 400 ? Response.json(STATUS_ANSWER) : response)),
    /a body was taken that is not documented/,
  ],
  [
    'a refused call that writes',
    answering(async (response, { user }) => {
      const body = { userId: 1001, calculationType: 'Staking' };
      if (!response.ok) await user(1001).send('POST', CALLS.calculation.path, { body });
      return response;
    }),
    /1 events, announced were 0/,
  ],
];

test.each(PLANTED)('%s', { timeout: 120_000 }, async (_name, plant, found) => {
  const api = await makeApi();
  const planted = { ...api, ...plant(api) };
  await expect(fuzz({ api: planted, seed: 1, calls: 3_000, hangMs: 500 })).rejects.toThrow(found);
});
