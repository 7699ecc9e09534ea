/** The badges of whoever uses the app as tokens: which are, and claiming another. */
import type { Device } from '#data/model.ts';
import type { BadgeToken, ClaimRefusal, SbtTransaction } from '#data/wallet-model.ts';
import type { SendFault } from '../connector/faults.ts';
import { dropTokens, keepTokens, readTokens } from '../kept/tokens.ts';
import type { UserStorage } from '../kept/user-storage.ts';
import { holdView } from '../session/held-view.ts';

export interface TokensView {
  /** By badge; null where badges do not become tokens, or nobody has said yet that they do. */
  readonly tokens: ReadonlyMap<string, BadgeToken> | null;
  /** The badge that is being claimed. */
  readonly claiming: string | null;
  /** Whether the last question was not answered. */
  readonly isBehind: boolean;
}

/**
 * `handed` where the app has given a link away, and does not hear what becomes of it; `left` where whoever claimed has left the
 * screen before the server answered: no wallet opens over another one.
 */
export type ClaimOutcome = 'handed' | 'left' | 'sent' | SendFault | ClaimRefusal;

export interface Tokens {
  current(): TokensView;
  subscribe(onChange: () => void): () => void;
  refresh(): Promise<void>;
  /**
   * Null where another claim is under way.
   * @param address of the connected wallet
   * @param isWatched whether whoever claims is still on the screen that they did it on
   */
  claim(badgeId: string, address: string, isWatched: () => boolean): Promise<ClaimOutcome | null>;
}

export interface TokensParts {
  readonly device: Pick<Device, 'tokens' | 'claimToken'>;
  readonly storage: UserStorage;
  readonly send: (transaction: SbtTransaction) => Promise<'sent' | SendFault>;
  /** Gives a link to the wallet; false where it is none that a wallet could have. */
  readonly hand: (link: string) => boolean;
}

export function openTokens({ device, storage, send, hand }: TokensParts): Tokens {
  const view = holdView<TokensView>({
    tokens: byBadge(readTokens(storage)),
    claiming: null,
    isBehind: false,
  });
  /** Counts questions: of two answers only that to the later one is believed. */
  let asked = 0;

  function take(tokens: readonly BadgeToken[] | null): void {
    if (tokens === null) dropTokens(storage);
    else keepTokens(storage, tokens);
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
