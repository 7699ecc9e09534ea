/** A user's phone: the whole device over a store in memory, which opens the app, calculates, checks its total and meets friends. */
import { createHash } from 'node:crypto';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { CALLS as API } from '#core/contract/calls.ts';
import { LINKS } from '#core/proof/check-total.ts';
import { followKeys } from '#core/proof/key-change.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import * as CALLS from '#device/calls/calls.ts';
import { createDevice, type OpenDevice } from '#device/create-device.ts';
import type { TotalCheck } from '#device/proof-model.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Verifier } from '#device/verify/port.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import { launchData } from '#tests/api/support.ts';
import type { Chance } from '../chance.ts';
import type { Operator } from './operator.ts';

type Verify = typeof PROOF_PORTS.verify;

/** The phone's own check. */
export const VERIFIER = verifierInPlace((text) => createHash('sha256').update(text).digest('hex'), {
  ...PROOF_PORTS,
  followKeys,
  verify: remembered(PROOF_PORTS.verify),
});

/** Phones check the same few signatures again and again. */
function remembered(verify: Verify): Verify {
  const known = new Map<string, Promise<boolean>>();
  return (key, content, signature) => {
    const name = [key, content, signature].map((bytes) => Buffer.from(bytes).toString('latin1')).join('|');
    const verdict = known.get(name) ?? verify(key, content, signature);
    if (known.size > 1_000) known.clear();
    known.set(name, verdict);
    return verdict;
  };
}

export interface TraderOptions {
  readonly userId: number;
  readonly chance: Chance;
  readonly pins: PinTexts;
  readonly server: Operator;
  /** How far the phone's clock is ahead, milliseconds. */
  readonly ahead: number;
  /** In place of the phone's own check: a mistake that the simulation must notice. */
  readonly verifier?: Verifier;
}

/** What a check has found. */
export interface Finding {
  /** Such as `leaf lower`; without any all is right, or open. */
  readonly faults: readonly string[];
  /** Such as `leaf behind`. */
  readonly open: readonly string[];
  readonly missingDays: number;
  readonly isForgiven: boolean;
  /** The leaf's event and day; null without a leaf. */
  readonly leaf: { readonly seq: number; readonly day: string } | null;
  /** It asked the server, and all five checks were right. */
  readonly isRight: boolean;
}

export type Trader = ReturnType<typeof createTrader>;

/** Shorter than its launch data are good for. */
const OPEN_MS = 12 * 3_600_000;
/** Calls that say nothing of points; the phone goes on without them. */
const BESIDE_POINTS = [API.market, API.coins, API.calendar, API.readLanguage, API.sessions].map(
  ({ path }) => path.split('{')[0] ?? path,
);
/** What a bad network may lose of a check, each by itself: what is sent, or files of the log by their paths. */
export const LOST_CALLS = ['commands', '/proof/tile/entries', '/proof/tile/0', '/proof/checkpoint'] as const;
const CALCULATION = { calculationType: 'RiskMoney', inputs: { riskAmount: '100' } } as const;

export function createTrader({ userId, chance, pins, server, ahead, verifier = VERIFIER }: TraderOptions) {
  const database = createMemoryDatabase();
  /**
   * `hidesProof`: the server gives this user no proof. `log`: where the log is read, if not from the server. `loses`: calls that
   * get no answer.
   */
  const network = {
    hidesProof: false,
    log: null as Operator | null,
    loses: null as (typeof LOST_CALLS)[number] | null,
  };
  /** All that its checks have found. */
  const findings: Finding[] = [];
  let isNew = true;

  async function fetch(path: string, init: Parameters<Operator['fetch']>[1]): Promise<Response> {
    if (network.hidesProof && path.startsWith('/api/proof/'))
      return Response.json({ error: { code: 'proof_missing', message: '' } }, { status: 404 });
    const isLost =
      network.loses === 'commands' ? init.method !== 'GET' : path.startsWith(network.loses ?? 'nothing');
    if (isLost) throw new TypeError('no answer');
    if (BESIDE_POINTS.some((other) => path.startsWith(other))) throw new TypeError('not asked here');
    const isOfLog = path.startsWith('/proof/') || path.startsWith('/api/proof/');
    return ((isOfLog ? network.log : null) ?? server).fetch(path, init);
  }

  /** The open app; it stays open for some hours. */
  let app: { readonly device: OpenDevice; readonly at: number } | null = null;

  async function openedApp(): Promise<OpenDevice> {
    const { clock } = server;
    if (app !== null && clock.at - app.at < OPEN_MS) return app.device;
    app?.device.close();
    const device = await createDevice({
      userId,
      launchData: launchData(userId, { at: clock.at }),
      store: openMemoryStore(database, 'kept'),
      fetch,
      baseUrl: '',
      clock: { now: () => clock.at + ahead, after: () => () => {} },
      zone: null,
      random: chance,
      network: { isVisible: () => true, onWake: () => () => {} },
      lock: { run: (round) => round() },
      pins,
      fetchCalls: async () => ({ ...CALLS, verifier }),
      persist: async () => true,
      log: () => {},
    });
    app = { device, at: clock.at };
    if (isNew) await device.completeOnboarding();
    isNew = false;
    return device;
  }

  async function check(): Promise<Finding> {
    const found = findingOf(await (await openedApp()).checkTotal(() => {}));
    findings.push(found);
    return found;
  }

  return {
    userId,
    network,
    findings,
    check,
    lastRight: () => findings.findLast(({ isRight }) => isRight) ?? null,
    async calculate(): Promise<void> {
      const device = await openedApp();
      await device.record({ id: chance.uuid(), ...CALCULATION });
      await device.syncNow();
    },
    checkIn: async () => void (await (await openedApp()).claimCheckIn()),
    passport: async () => (await (await openedApp()).ownPassport())?.text ?? null,
    /** What a friend's passport says: `fork`, or a word of the check. */
    async meet(text: string): Promise<string> {
      const device = await openedApp();
      const read = await device.checkPassport(text);
      return read.ok ? device.meetCheckpoint(read.passport.checkpoint) : read.fault;
    },
    hasSeenFork: async () => (await (await openedApp()).totalWatch()).fork !== null,
    close: () => app?.device.close(),
  };
}

function findingOf({ events, total, trouble }: TotalCheck): Finding {
  const faults: string[] = events.ok ? [] : [`events ${events.fault}`];
  const open: string[] = trouble === null ? [] : [`trouble ${trouble}`];
  for (const link of total === null ? [] : LINKS) {
    const one = total?.verdict.links[link];
    if (one?.state === 'fault') faults.push(`${link} ${one.fault}`);
    if (one?.state === 'open') open.push(`${link} ${one.why}`);
  }
  const leaf = total?.verdict.leaf ?? null;
  return {
    faults,
    open,
    missingDays: total?.missingDays ?? 0,
    isForgiven: total?.verdict.isForgiven ?? false,
    leaf: leaf === null ? null : { seq: leaf.seq, day: leaf.day },
    isRight: leaf !== null && faults.length === 0 && open.length === 0,
  };
}
