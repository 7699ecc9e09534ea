/** What a caller of this API knows beside its document: ids, times, and values that the server gave before. */
import fc from 'fast-check';
import { ACCOUNT_SUBJECT } from '#core/edits.ts';
import { launchData } from '#tests/api/support.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import type { Made } from './call-arbitrary.ts';

const DAY_MS = 86_400_000;
/** Kept values of one name. */
const MOST = 8;

export interface Given {
  /** Keeps what an answer holds, for later calls. */
  keep(operationId: string, user: number, body: unknown): void;
  readonly known: Made['known'];
  readonly bodies: Made['bodies'];
}

export function givenValues(clock: TestClock, users: readonly number[]): Given {
  const kept = new Map<string, unknown[]>();

  function put(name: string, value: unknown): void {
    const values = kept.get(name) ?? [];
    values.push(value);
    if (values.length > MOST) values.shift();
    kept.set(name, values);
  }

  /** One of the kept values of a name, at the time of the call. */
  const taken = (name: string) =>
    fc.nat({ max: MOST - 1 }).map((index) => {
      const values = kept.get(name) ?? [];
      return values.length === 0 ? 'none yet' : values[index % values.length];
    });

  const time = fc
    .oneof(
      fc.constant(0),
      fc.integer({ min: -9 * DAY_MS, max: DAY_MS }),
      fc.integer({ min: -60_000, max: 60_000 }),
    )
    .map((ms) => new Date(clock.at + ms).toISOString());

  return {
    keep(operationId, user, body) {
      walk(body, (name, value) => {
        put(`${operationId} ${name}`, value);
        put(name, value);
        if (name === 'payload') kept.set(`payload of ${user}`, [value]);
      });
    },

    known: (user, operationId) => {
      const record = fc
        .tuple(fc.nat({ max: 400 }), fc.constantFrom('a', 'A'))
        .map(([n, letter]) => `0190${letter}000-0000-7000-8000-${`${user}${n}`.padStart(12, '0')}`);
      const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
        UserId: fc.oneof(
          { weight: 30, arbitrary: fc.constant(user) },
          { weight: 1, arbitrary: fc.constantFrom(...users, 7) },
        ),
        user: fc.constantFrom(...users),
        Time: time,
        RecordId: record,
        recordId: record,
        subject: fc.oneof(record, fc.constant(ACCOUNT_SUBJECT)),
        token: taken(operationId === 'picture' ? 'share token' : 'createExport token'),
        cursor: taken('nextCursor'),
        hash: taken('revealPlan hash'),
        eventId: taken('calendar id'),
        known: fc.oneof(taken('change'), fc.nat()),
        'x-deletion-proof': fc.oneof(taken('proof'), taken('deletionProof')),
        'if-none-match': taken('etag'),
        badge_id: BADGES,
        badgeId: BADGES,
        badge: BADGES,
        language: fc.constantFrom('en', 'ru', 'de'),
        zone: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'Mars/Base', null),
        symbol: fc.constantFrom('BTC', 'ü', '😀'),
        picture: fc.constantFrom(...PICTURES),
        firstLaunch: fc
          .tuple(fc.constantFrom(user, user, ...users), fc.nat({ max: 20 * DAY_MS }))
          .map(([id, ms]) => launchData(id, { at: clock.at - ms })),
        level: fc.constantFrom('0', '1', 'entries', '64'),
        index: fc.constantFrom('000', '001', 'x001/000'),
        width: fc.constantFrom('1', '255', '256'),
      };
      return (name) => byName[name];
    },

    bodies: (user, operationId) => {
      const plan = fc.nat({ max: 6 }).map((n) => sealedPlan({ entry: `${60_000 + n}` }, `${user}`));
      switch (operationId) {
        case 'sealPlan':
          return plan.map(({ hash }) => ({ userId: user, hash, sealedAt: new Date(clock.at).toISOString() }));
        case 'revealPlan':
          return plan.map(({ plan: text, salt }) => ({ userId: user, plan: text, salt }));
        case 'claimSbt':
          return fc.constant({ user_id: user, badge_id: 'lev_1' });
        case 'linkWallet':
          return fc
            .tuple(fc.constantFrom(`wallet of ${user}`, 'a wallet of two'), taken(`payload of ${user}`))
            .map(([name, payload]) => ({
              id: user,
              ...walletNamed(name).prove({ at: clock.at, payload: `${payload}` }),
            }));
        default:
          return undefined;
      }
    },
  };
}

const BADGES = fc.constantFrom('lev_1', 'chain_1', 'ref_1', 'streak_1', 'lev_20');
const PICTURES = [jpeg(), jpeg({ width: 16, height: 16, bytes: 700 }), jpeg({ frame: 0xc2 })].map(base64);

function walk(value: unknown, see: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' || typeof inner === 'number') see(name, inner);
    else walk(inner, see);
  }
}
