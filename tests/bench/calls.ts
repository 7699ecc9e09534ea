/** Requests in the form that devices send, signed for many users, so that no user's limit is reached. */

import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import { CALLS } from '#core/contract/calls.ts';
import type { CalculationBody, SyncBody } from '#core/contract/records.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION, GENERATION_HEADER } from '#core/contract/version.ts';
import { INPUTS, recordId } from '#tests/bench/populate.ts';
import { signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

const inputs = JSON.parse(INPUTS) as Record<string, unknown>;
let serial = 0;

/** The head of each user's requests, with launch data. */
export function signedHeads(users: readonly number[], startParameter?: string): readonly string[] {
  return users.map((id) => {
    const user = {
      id,
      first_name: 'Anna',
      last_name: 'Petrova',
      username: `trader_${id}`,
      language_code: 'en',
    };
    return [
      'host: 127.0.0.1',
      'user-agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36',
      'accept: */*',
      'accept-encoding: gzip, deflate, br',
      `authorization: tma ${signLaunchData({ user, botToken: BOT_TOKEN, ...(startParameter === undefined ? {} : { startParameter }) })}`,
      `${CONTRACT_HEADER}: ${CONTRACT_VERSION}`,
      `${GENERATION_HEADER}: 0`,
    ].join('\r\n');
  });
}

export function calculationRequest(head: string, userId: number): string {
  const body: CalculationBody = { userId, ...record(Date.now()), sentAt: new Date().toISOString() };
  return post(CALLS.calculation.path, head, JSON.stringify(body));
}

/** A batch from an outbox: one record every few minutes before now. */
export function syncRequest(head: string, userId: number, records: number): string {
  const now = Date.now();
  const body: SyncBody = {
    userId,
    sentAt: new Date(now).toISOString(),
    records: Array.from({ length: records }, (_, index) => record(now - (records - index) * SPACING_MS)),
  };
  return post(CALLS.sync.path, head, JSON.stringify(body));
}

export function profileRequest(head: string, userId: number): string {
  return `GET ${CALLS.profile.path.replace('{id}', String(userId))} HTTP/1.1\r\n${head}\r\n\r\n`;
}

const SPACING_MS = 5 * 60_000;

function record(occurredAt: number) {
  serial += 1;
  return {
    id: recordId(occurredAt, serial),
    calculationType: CALCULATION_TYPES[serial % CALCULATION_TYPES.length] ?? 'RiskMoney',
    occurredAt: new Date(occurredAt).toISOString(),
    inputs,
    revision: 0,
  };
}

function post(path: string, head: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
