/** What the next wallet is to sign: fetched ahead, so that nothing is awaited between a tap and the wallet's link. */
import type { WalletAnswer, WalletTrouble } from '#data/wallet-model.ts';

/** The server takes it for 15 minutes: a wallet has a third of that left. */
const FRESH_MS = 10 * 60_000;
/** So old that a wallet could hardly sign it in time. */
const DEAD_MS = 14 * 60_000;
/** So old that the server takes it from nobody. */
const OVER_MS = 15 * 60_000;

export interface PayloadKeeper {
  /**
   * Hands over a fresh one, now or as soon as it comes; and the next before it ages, for as long as it is wanted.
   * @returns why there is none that a wallet could sign; null where there is.
   */
  want(): Promise<WalletTrouble | null>;
  /** What was handed over has been signed: nobody else takes it. */
  use(): void;
  stop(): void;
}

export interface PayloadKeeperParts {
  readonly ask: () => Promise<WalletAnswer<string>>;
  /** Null while there is none. */
  readonly hand: (payload: string | null) => void;
  /** Whether somebody may be about to sign it: an older one stays meanwhile, as long as anything can come of that. */
  readonly isHeld: () => boolean;
  readonly now: () => number;
  /** Answers how to cancel it. */
  readonly after: (ms: number, work: () => void) => () => void;
}

export function keepPayload({ ask, hand, isHeld, now, after }: PayloadKeeperParts): PayloadKeeper {
  let fetchedAt: number | null = null;
  let asking: Promise<WalletTrouble | null> | null = null;
  /** Counts how often nobody wanted it any more. */
  let ended = 0;
  let cancel = () => {};

  const isYounger = (than: number) => fetchedAt !== null && now() - fetchedAt < than;

  async function fetch(): Promise<WalletTrouble | null> {
    const before = ended;
    const answer = await ask();
    if (ended !== before) return null;
    if (!answer.ok) return isYounger(DEAD_MS) ? null : answer.error;
    fetchedAt = now();
    hand(answer.value);
    again(FRESH_MS);
    return null;
  }

  async function want(): Promise<WalletTrouble | null> {
    if (isYounger(FRESH_MS)) return null;
    if (isHeld() && fetchedAt !== null && isYounger(OVER_MS)) {
      again(fetchedAt + OVER_MS - now());
      return null;
    }
    if (!isYounger(DEAD_MS)) hand(null);
    if (asking === null) {
      const mine = fetch().finally(() => {
        if (asking === mine) asking = null;
      });
      asking = mine;
    }
    return asking;
  }

  function again(ms: number): void {
    cancel();
    cancel = after(ms, () => void want());
  }

  function forget(): void {
    ended += 1;
    asking = null;
    cancel();
    fetchedAt = null;
  }

  return {
    want,
    use: forget,
    stop: forget,
  };
}
