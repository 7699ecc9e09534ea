/** A ledger that is long from the start: its user calculated for weeks on a phone that is lost by now. */
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import { type Account, signed } from './account.ts';
import type { Phone } from './phone.ts';
import type { World } from './run-seed.ts';
import type { Reply } from './server.ts';

const DAY = 24 * 60 * 60_000;
const BATCH = 450;
/** Together more than the ledger reads at a time. */
const BATCHES = 3;

export async function writeLongLedger(world: World, account: Account): Promise<void> {
  const { time, chance, phones, server } = world;
  const phone = phones.find((one) => one.account === account);
  if (phone === undefined) throw new Error(`User ${account.userId} has no phone`);
  const first = { authDate: Math.floor(time.now() / 1000), startParameter: null };
  account.lostLaunch = first;
  const send = async (path: string, body: object) => {
    const launchData = signed(account, Math.floor(time.now() / 1000), null);
    const headers = { authorization: `tma ${launchData}`, 'content-type': 'application/json' };
    for (;;) {
      // Stays null if the server died in between, in which case no answer may ever come.
      let reply = null as Reply | null;
      void server.handle('POST', path, headers, JSON.stringify(body)).then((answer) => {
        reply = answer;
      });
      await time.runUntil(time.now() + 60_000);
      if (reply?.status === 200) return;
      if (reply !== null && reply.status !== 503)
        throw new Error(`${path} answered ${reply.status}: ${reply.body}`);
    }
  };
  await send('/api/user/register', { id: account.userId });
  server.referrals.look();
  await send('/api/user/onboarding', { userId: account.userId });
  for (let batch = 0; batch < BATCHES; batch++) {
    const records = Array.from({ length: BATCH }, () => record(world, phone));
    await send('/api/sync', { userId: account.userId, records });
    await time.runUntil(time.now() + DAY + chance.between(0, 9) * 60_000);
  }
}

function record({ time, chance }: World, phone: Phone) {
  const id = chance.uuid();
  const calculationType = chance.pick(CALCULATION_TYPES);
  const occurredAt = time.now() - chance.between(0, DAY);
  phone.attempted.set(id, { calculationType, occurredAt, poison: null });
  return { id, calculationType, occurredAt: new Date(occurredAt).toISOString(), inputs: { entryPrice: '7' } };
}
