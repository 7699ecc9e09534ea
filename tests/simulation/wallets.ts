/** Users link their wallets, at times two users the same one, and an operator unlinks some; with their invariants. */
import { nextDayAt } from '#core/points/admission.ts';
import { DAY_MS } from '#core/points/days.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { type Account, signed } from './account.ts';
import type { World } from './run-seed.ts';
import { hmacHex } from './server.ts';

/** A link as reported to a user. */
export interface LinkedWallet {
  readonly userId: number;
  readonly address: string;
}

const MINUTE = 60_000;

/** Few, so that several users want the same one. */
const WALLETS = ['first', 'second'].map(walletNamed);
const NAMES = new Map(WALLETS.map(({ address }) => [hmacHex('simulated', `wallet:${address}`), address]));

/** One user proves a wallet, and at times another user proves the same one at that moment. */
export function linkSomeWallet(world: World): void {
  const { chance, accounts } = world;
  const wallet = chance.pick(WALLETS);
  void link(world, chance.pick(accounts), wallet);
  if (chance.happens(0.5)) void link(world, chance.pick(accounts), wallet);
}

export function unlinkSomeWallet({ chance, accounts, server, trace }: World): void {
  const { userId } = chance.pick(accounts);
  trace(`the operator unlinks the wallet of user ${userId}`);
  void server.unlinkWallet(userId);
}

/** The answer's code, null without an answer. At times the proof is sent again, as by a device that got no answer. */
async function link(
  world: World,
  account: Account,
  wallet: (typeof WALLETS)[number],
): Promise<string | null> {
  const { time, chance, server, trace } = world;
  const { userId } = account;
  const pause = () =>
    new Promise<void>((resolve) => {
      time.after(chance.wait(chance.pick([1, 1, 2_000])), resolve);
    });
  const launchData = signed(account, Math.floor(time.now() / 1000), null);
  const headers = { authorization: `tma ${launchData}`, 'content-type': 'application/json' };
  const asked = await server.handle('GET', '/api/wallet/proof-payload', headers);
  if (asked?.status !== 200) return null;
  const { payload } = JSON.parse(asked.body) as { payload: string };
  const proved = wallet.prove({ payload, at: time.now(), domain: 'irich.test' });
  const body = JSON.stringify({ id: userId, ...proved });
  await pause();
  const sent = () => server.handle('POST', '/api/user/wallet', headers, body);
  if (chance.happens(0.2)) void pause().then(sent);
  const reply = await sent();
  if (reply === null) return null;
  const code =
    reply.status === 200 ? 'ok' : (JSON.parse(reply.body) as { error: { code: string } }).error.code;
  trace(`user ${userId} links ${wallet.address.slice(2, 8)}: ${code}`);
  if (code === 'ok') world.linked.push({ userId, address: wallet.address });
  return code;
}

/** Each wallet has one owner, none is lost, and a free wallet can be linked. */
export async function walletViolations(world: World): Promise<string[]> {
  const bound = boundWallets(world);
  const found: string[] = [];
  for (const { address } of WALLETS) {
    const owners = [...bound].filter(([, one]) => one.address === address).map(([userId]) => userId);
    if (owners.length > 1) found.push(`wallet ${address} is linked to users ${owners.join(' and ')}`);
  }
  for (const { userId, address } of world.restores === 0 ? world.linked : []) {
    const isThere = bound.get(userId)?.ever.has(address) === true;
    if (!isThere) found.push(`user ${userId} got an answer that ${address} is linked, and no event says so`);
  }
  for (const [userId, one] of bound) found.push(...addressViolations(world, userId, one.address));
  return found.length > 0 ? found : freeViolations(world, bound);
}

interface Bound {
  readonly address: string | null;
  /** All wallets that were ever linked. */
  readonly ever: ReadonlySet<string>;
}

/** By user, according to their events. */
function boundWallets({ server }: World): ReadonlyMap<number, Bound> {
  const events = server.databases().flatMap((sql) =>
    sql.all<{ userId: number; type: string; wallet: string | null }>(
      `SELECT user_id AS userId, type, data ->> 'wallet' AS wallet FROM events
       WHERE type IN ('Registered.v1', 'WalletLinked.v1', 'WalletUnlinked.v1') ORDER BY user_id, seq`,
    ),
  );
  const bound = new Map<number, Bound>();
  for (const { userId, type, wallet } of events) {
    const ever = new Set(bound.get(userId)?.ever);
    const address = type === 'WalletLinked.v1' ? (NAMES.get(wallet ?? '') ?? 'unknown') : null;
    if (address !== null) ever.add(address);
    bound.set(userId, { address, ever });
  }
  return bound;
}

function addressViolations({ server, accounts }: World, userId: number, bound: string | null): string[] {
  const row = server
    .database(userId)
    ?.get<{ address: string | null }>(
      'SELECT wallet_address AS address FROM people WHERE user_id = ?',
      userId,
    );
  const address = row?.address ?? null;
  const isErased = accounts.find((account) => account.userId === userId)?.askedToDelete === true;
  return address === bound || (isErased && address === null)
    ? []
    : [`user ${userId} has the address ${address}, linked is ${bound}`];
}

async function freeViolations(world: World, bound: ReadonlyMap<number, Bound>): Promise<string[]> {
  // With a low daily limit the day may be full, and a clock that was ahead may have filled the next one.
  if (world.eventsPerDay !== null) await world.time.runUntil(nextDayAt(world.time.now()) + DAY_MS + MINUTE);
  const found: string[] = [];
  const willing = world.accounts.filter(
    ({ userId, askedToDelete }) => bound.get(userId)?.address === null && !askedToDelete,
  );
  const taken = new Set([...bound.values()].map(({ address }) => address));
  for (const wallet of WALLETS) {
    const account = willing.shift();
    if (account === undefined) break;
    let code: string | null = null;
    void link(world, account, wallet).then((answer) => {
      code = answer;
    });
    await world.time.runUntil(world.time.now() + MINUTE);
    const right = taken.has(wallet.address) ? 'wallet_taken' : 'ok';
    if (code !== right) found.push(`user ${account.userId} proves ${wallet.address}: ${code}, not ${right}`);
  }
  return found;
}
