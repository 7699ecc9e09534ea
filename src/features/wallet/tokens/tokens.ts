/** The user's badges as tokens: the state of each, and one claim at a time. */
import type { Device } from '#device/model.ts';
import type { BadgeToken, ClaimRefusal, SbtTransaction } from '#device/wallet-model.ts';
import type { SendError } from '../connector/errors.ts';
import { createObservable } from '../session/observable.ts';
import { keptTokens } from '../storage/kept.ts';
import type { UserStorage } from '../storage/user-storage.ts';

export interface TokensView {
  /** By badge; null if badges do not become tokens here, or the server has not answered yet. */
  readonly tokens: ReadonlyMap<string, BadgeToken> | null;
  /** The badge whose claim is under way. */
  readonly claiming: string | null;
  /** Whether the last refresh failed. */
  readonly isBehind: boolean;
}

/**
 * - `handed`: a link went to the wallet, which reports no outcome.
 * - `left`: the user left the screen before the server answered, and no wallet opens over another screen.
 */
export type ClaimOutcome = 'handed' | 'left' | 'sent' | SendError | ClaimRefusal;

export interface Tokens {
  current(): TokensView;
  subscribe(onChange: () => void): () => void;
  refresh(): Promise<void>;
  /**
   * Null if another claim is under way.
   * @param address of the connected wallet
   * @param isWatched whether the user is still on the screen of the claim
   */
  claim(badgeId: string, address: string, isWatched: () => boolean): Promise<ClaimOutcome | null>;
}

export interface TokensParts {
  readonly device: Pick<Device, 'tokens' | 'claimToken'>;
  readonly storage: UserStorage;
  readonly send: (transaction: SbtTransaction) => Promise<'sent' | SendError>;
  /** Opens a link in the wallet; false if it is no wallet's link. */
  readonly hand: (link: string) => boolean;
}

export function openTokens({ device, storage, send, hand }: TokensParts): Tokens {
  const view = createObservable<TokensView>({
    tokens: byBadge(keptTokens.read(storage)),
    claiming: null,
    isBehind: false,
  });
  /** Counts refreshes: only the answer to the latest one is used. */
  let asked = 0;

  function take(tokens: readonly BadgeToken[] | null): void {
    keptTokens.keep(storage, tokens);
    view.change({ tokens: byBadge(tokens) });
  }

  async function refresh(): Promise<void> {
    asked += 1;
    const mine = asked;
    const answer = await device.tokens();
    if (mine !== asked) return;
    view.change({ isBehind: !answer.ok && answer.error !== 'none' });
    if (answer.ok) take(answer.value);
    else if (answer.error === 'none') take(null);
  }

  async function claimNow(badgeId: string, address: string, isWatched: () => boolean): Promise<ClaimOutcome> {
    const answer = await device.claimToken(badgeId, address);
    if (!answer.ok) {
      if (answer.error === 'none') take(null);
      return answer.error;
    }
    if (!isWatched()) return 'left';
    const { link, transaction } = answer.value;
    if (transaction !== undefined) return send(transaction);
    return hand(link) ? 'handed' : 'failed';
  }

  storage.onClear(() => {
    asked += 1;
    view.change({ tokens: null, isBehind: false });
  });

  return {
    current: view.current,
    subscribe: view.subscribe,
    refresh,
    async claim(badgeId, address, isWatched) {
      if (view.current().claiming !== null) return null;
      view.change({ claiming: badgeId });
      try {
        return await claimNow(badgeId, address, isWatched);
      } finally {
        view.change({ claiming: null });
        void refresh();
      }
    },
  };
}

function byBadge(tokens: readonly BadgeToken[] | null): TokensView['tokens'] {
  return tokens === null ? null : new Map(tokens.map((token) => [token.badgeId, token]));
}
