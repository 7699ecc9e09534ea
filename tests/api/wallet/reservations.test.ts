/** One wallet, one user, with a database per ledger: races, lost answers and crashes. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Peers } from '#api/credits/peers.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { type ObjectsApi, objectsApi } from '#tests/support/objects-api.ts';
import { walletNamed } from '#tests/support/wallets.ts';

type Reserve = (userId: number) => Promise<boolean>;

const mine = walletNamed('ada');
const another = walletNamed('another');
let api: ObjectsApi;
/** Intercepts calls from user objects to wallet objects; only a user's next call. */
let interfering: Map<number, (reserve: Reserve) => Promise<boolean>>;

beforeEach(async () => {
  interfering = new Map();
  api = objectsApi({ limiter: noLimits, between });
  for (const id of [1, 2, 3]) await api.registered(id);
});

function between(_: number, peers: Peers): Peers {
  return {
    ...peers,
    wallet: (name) => ({
      ...peers.wallet(name),
      reserve(userId) {
        const { reserve } = peers.wallet(name);
        const interfere = interfering.get(userId);
        interfering.delete(userId);
        return interfere === undefined ? reserve(userId) : interfere(reserve);
      },
    }),
  };
}

async function proofOf(id: number, wallet = mine) {
  const { json } = await api.user(id).send('GET', '/api/wallet/proof-payload');
  return { id, ...wallet.prove({ at: api.clock.at, payload: json.payload }) };
}
async function link(id: number, body?: object) {
  const { status, json } = await api
    .user(id)
    .send('POST', '/api/user/wallet', { body: body ?? (await proofOf(id)) });
  return [status, json.error?.code];
}
const LINKED = [200, undefined];
const TAKEN = [409, 'wallet_taken'];
const UNAVAILABLE = [503, 'unavailable'];

const linkedTo = () =>
  [1, 2, 3].filter((id) =>
    api.host(id).sql.get("SELECT 1 AS found FROM events WHERE type = 'WalletLinked.v1'"),
  );
const reservationsOf = (id: number) => api.host(id).sql.all('SELECT wallet FROM reservations');
const auditOf = async (id: number) => {
  const told = await api.host(id).object.operate({ type: 'audit' });
  return told as { readonly reserved: number; readonly findings: readonly { readonly kind: string }[] };
};

/** The object of user 1 dies after it reserved the wallet and before its event. */
async function crashBeforeEvent(): Promise<void> {
  await new Promise<void>((resolve) => {
    interfering.set(1, async (reserve) => {
      expect(await reserve(1)).toBe(true);
      api.evict(1);
      resolve();
      return new Promise<boolean>(() => {});
    });
    void link(1);
  });
}

test('where the disk is full nothing is reserved, and the same proof works later', async () => {
  const body = await proofOf(1);
  const { sql } = api.host(1);
  sql.get('PRAGMA max_page_count = 1');
  expect(await link(1, body)).toEqual(UNAVAILABLE);
  sql.get('PRAGMA max_page_count = 100000');
  expect(reservationsOf(1)).toEqual([]);
  expect(await link(1, body)).toEqual(LINKED);
});

test('if the wallet object does not answer nothing is written, and the same proof works later', async () => {
  const body = await proofOf(1);
  interfering.set(1, () => Promise.reject(new Error('no answer')));
  expect(await link(1, body)).toEqual(UNAVAILABLE);
  expect(linkedTo()).toEqual([]);
  expect(await link(1, body)).toEqual(LINKED);
});

test('if its answer is lost the next try links the wallet', async () => {
  const body = await proofOf(1);
  interfering.set(1, async (reserve) => {
    await reserve(1);
    throw new Error('lost');
  });
  expect(await link(1, body)).toEqual(UNAVAILABLE);
  expect(await link(1, body)).toEqual(LINKED);
  expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
});

describe('a reservation without an event', () => {
  beforeEach(crashBeforeEvent);

  test('is found by the audit and is no fault', async () => {
    expect(linkedTo()).toEqual([]);
    expect(await auditOf(1)).toMatchObject({ reserved: 1, findings: [] });
  });

  test('is taken over by the same user', async () => {
    expect(await link(1)).toEqual(LINKED);
    expect(await link(2)).toEqual(TAKEN);
    expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
  });

  test('is taken over by another user, also after a restart of the wallet object', async () => {
    api.evictWallets();
    expect(await link(2)).toEqual(LINKED);
    expect(await link(1)).toEqual(TAKEN);
    expect(linkedTo()).toEqual([2]);
    expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
  });

  test('is taken over by one of many concurrent users', async () => {
    const answers = await Promise.all([1, 2, 3].map((id) => link(id)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 409)).toHaveLength(2);
    expect(linkedTo()).toHaveLength(1);
  });

  test('is not taken over while its holder does not answer', async () => {
    const { object } = api.host(1);
    Object.assign(object, { holds: () => Promise.reject(new Error('no answer')) });
    expect(await link(2)).toEqual(UNAVAILABLE);
    api.evict(1);
    expect(await link(2)).toEqual(LINKED);
  });
});

test("between a user's reservation and event no other user gets the wallet", async () => {
  let meanwhile: unknown;
  interfering.set(1, async (reserve) => {
    const isReserved = await reserve(1);
    meanwhile = await link(2);
    return isReserved;
  });
  expect(await link(1)).toEqual(LINKED);
  expect(meanwhile).toEqual(TAKEN);
  expect([1, 2].flatMap(reservationsOf)).toEqual([]);
});

test('not even if another call of that user ended in between', async () => {
  let meanwhile: unknown;
  interfering.set(1, async (reserve) => {
    const isReserved = await reserve(1);
    interfering.set(1, () => Promise.reject(new Error('no answer')));
    expect(await link(1)).toEqual(UNAVAILABLE);
    meanwhile = await link(2);
    return isReserved;
  });
  expect(await link(1)).toEqual(LINKED);
  expect(meanwhile).toEqual(TAKEN);
});

test('a user with a wallet reserves no other', async () => {
  await link(1);
  expect(await link(1, await proofOf(1, another))).toEqual([409, 'wallet_already_linked']);
  expect(api.wallets.size).toBe(1);
  expect(reservationsOf(1)).toEqual([]);
});

test('a reservation that arrives after another user linked the wallet changes nothing', async () => {
  let late: Reserve = async () => false;
  interfering.set(1, async (reserve) => {
    late = reserve;
    throw new Error('on its way');
  });
  expect(await link(1)).toEqual(UNAVAILABLE);
  expect(await link(2)).toEqual(LINKED);
  expect(await late(1)).toBe(false);
  expect(await auditOf(2)).toMatchObject({ findings: [] });
});

test('a repeated call, and two concurrent calls of one user, make one event', async () => {
  interfering.set(1, async (reserve) => {
    await reserve(1);
    return reserve(1);
  });
  expect(await Promise.all([link(1), link(1)])).toEqual([LINKED, LINKED]);
  const links = (await api.events(1)).filter(({ type }) => type === 'WalletLinked.v1');
  expect(links).toHaveLength(1);
});

test('an unlinked wallet is free without a call to its object', async () => {
  await link(1);
  expect(await api.host(1).object.unlinkWallet('asked for')).toMatchObject({ ok: true });
  expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
  expect(await link(2)).toEqual(LINKED);
  expect(await link(1)).toEqual(TAKEN);
  expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
});

describe('between reservation and event', () => {
  /** What happens to user 1 at that point. */
  const meanwhile = (happens: () => Promise<unknown>) =>
    interfering.set(1, async (reserve) => {
      const isReserved = await reserve(1);
      await happens();
      return isReserved;
    });

  test('a user who deletes their data has no wallet and leaves it to others', async () => {
    meanwhile(() => api.user(1).send('DELETE', '/api/user/1'));
    expect(await link(1)).toEqual([410, 'data_deleted']);
    expect(linkedTo()).toEqual([]);
    expect(await api.dump()).not.toContain(mine.address);
    expect(await link(2)).toEqual(LINKED);
  });

  test('a user who proves another wallet gets that one and leaves the first to others', async () => {
    meanwhile(async () => expect(await link(1, await proofOf(1, another))).toEqual(LINKED));
    expect(await link(1)).toEqual([409, 'wallet_already_linked']);
    expect(await link(2, await proofOf(2, another))).toEqual(TAKEN);
    expect(await link(2)).toEqual(LINKED);
    expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
    expect(await auditOf(2)).toMatchObject({ reserved: 0, findings: [] });
  });

  test('a proof used there does not work for another wallet', async () => {
    const { payload } = (await proofOf(1)).proof as { payload: string };
    const prove = (wallet: typeof mine) => ({ id: 1, ...wallet.prove({ at: api.clock.at, payload }) });
    meanwhile(async () => {
      expect(await link(1, prove(another))).toEqual(LINKED);
      await api.host(1).object.unlinkWallet('asked for');
    });
    expect(await link(1, prove(mine))).toEqual([400, 'wallet_proof_invalid']);
    expect(await link(2)).toEqual(LINKED);
  });

  test('a wallet that an operator unlinks is linked again by the same user only', async () => {
    await link(1);
    await api.user(1).send('DELETE', '/api/user/1');
    await api.user(1).send('POST', '/api/user/onboarding', { body: { userId: 1 } });
    meanwhile(() => api.host(1).object.unlinkWallet('asked for'));
    expect(await link(1)).toEqual(LINKED);
    expect(await link(2)).toEqual(TAKEN);
    expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
  });
});

test('a takeover is too late if the former user links the wallet again', async () => {
  await link(1);
  const { object } = api.host(1);
  await object.unlinkWallet('asked for');
  const { holds } = object;
  Object.assign(object, {
    async holds(wallet: string) {
      Object.assign(object, { holds });
      const isHeld = await holds(wallet);
      expect(await link(1)).toEqual(LINKED);
      return isHeld;
    },
  });
  expect(await link(2)).toEqual(TAKEN);
  expect(linkedTo()).toEqual([1]);
  expect(await auditOf(1)).toMatchObject({ reserved: 0, findings: [] });
});

test('a linked wallet without a reservation is a finding', async () => {
  await link(1);
  for (const sql of api.wallets.values()) sql.run('UPDATE holder SET user_id = 3');
  expect((await auditOf(1)).findings.map(({ kind }) => kind)).toEqual(['wallet_unreserved']);
});

test("asking about a stranger's wallet creates no user object", async () => {
  expect(await api.host(99).object.holds('ab'.repeat(32))).toBe(false);
  expect(await api.databases()).toBe(3);
});
