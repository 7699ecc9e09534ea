/** The contract cannot drift: its description is hashed beside its version. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { ERRORS } from '#core/contract/errors.ts';
import { CONTRACT_HISTORY } from '#core/contract/history.ts';
import { Inputs, Points, RecordId, Time, utf8Length } from '#core/contract/primitives.ts';
import { REFUSALS, RecordOnWire } from '#core/contract/records.ts';
import {
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DELETION_PROOF_HEADER,
  GENERATION_HEADER,
} from '#core/contract/version.ts';
import { describeSchema } from './describe-schema.ts';

/** Parts of a call that change nothing for a client of an earlier version. */
const KEPT_FROM_CLIENTS = new Set(['access', 'limit', 'kept']);

test('a changed contract needs a new version', () => {
  const wire = Object.entries(CALLS).map(([name, call]) => [
    name,
    Object.fromEntries(Object.entries(call).filter(([part]) => !KEPT_FROM_CLIENTS.has(part))),
  ]);
  const described = describeSchema({
    CALLS: Object.fromEntries(wire),
    ERRORS,
    REFUSALS,
    RecordOnWire,
    headers: [CONTRACT_HEADER, GENERATION_HEADER, DELETION_PROOF_HEADER],
  });
  expect(CONTRACT_HISTORY[CONTRACT_VERSION]).toBe(hash('sha256', JSON.stringify(described)));
  expect(Object.keys(CONTRACT_HISTORY).map(Number)).toEqual(
    Array.from({ length: CONTRACT_VERSION }, (_, index) => index + 1),
  );
});

test('points are decimal strings without trailing zeros', () => {
  for (const text of ['0', '7.5', '0.001', '-3', '500000000']) expect(v.is(Points, text), text).toBe(true);
  for (const text of ['', '7.50', '.5', '01', '1.2345', '1e3', '+1', '1.']) {
    expect(v.is(Points, text), text).toBe(false);
  }
});

test('times are ISO 8601 in UTC and must exist', () => {
  for (const text of ['2026-07-01T00:00:00Z', '2024-02-29T23:59:59.999Z', '0001-01-01T00:00:00.123456789Z']) {
    expect(v.is(Time, text), text).toBe(true);
  }
  const wrong = [
    ...[
      '2026-07-01',
      '2026-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-07-00T00:00:00Z',
      '2026-13-01T00:00:00Z',
    ],
    ...['2026-07-01T24:00:00Z', '2026-07-01T00:60:00Z', '2026-07-01T00:00:60Z', '2026-07-01T00:00:00+02:00'],
  ];
  for (const text of [...wrong, 'now', '', '+12026-07-01T00:00:00Z']) {
    expect(v.is(Time, text), text).toBe(false);
  }
});

test('record ids are UUIDs in either case', () => {
  expect(v.is(RecordId, '0190163d-8694-739b-aea5-966c26f8ad91')).toBe(true);
  expect(v.is(RecordId, '0190163D-8694-739B-AEA5-966C26F8AD91')).toBe(true);
  for (const text of ['', '0190163d8694739baea5966c26f8ad91', 'checkin:20000', `${'0'.repeat(36)}`]) {
    expect(v.is(RecordId, text), text).toBe(false);
  }
});

test('inputs are an object of at most 2 KB in UTF-8', () => {
  expect(v.is(Inputs, { text: 'a'.repeat(2048 - '{"text":""}'.length) })).toBe(true);
  expect(v.is(Inputs, { text: 'a'.repeat(2049 - '{"text":""}'.length) })).toBe(false);
  expect(v.is(Inputs, { text: 'я'.repeat(1024) })).toBe(false);
  for (const value of [[], null, 'x', 5]) expect(v.is(Inputs, value)).toBe(false);
  for (const text of ['', 'abc', 'яж', '€', '😀', 'a😀€я', '\ud800', '\udc00x']) {
    expect(utf8Length(text), text).toBe(new TextEncoder().encode(text).length);
  }
});
