/** The badges of whoever uses the app as tokens: which are, and claiming another. */
import type { Device } from '#data/model.ts';
import type { BadgeToken, ClaimRefusal, SbtTransaction } from '#data/wallet-model.ts';
import type { SendFault } from './faults.ts';
import type { KeptText, UserStorage } from './user-storage.ts';

export interface TokensView {
  /** By badge; null where badges do not become tokens, or nobody has said yet that they do. */
  readonly tokens: ReadonlyMap<string, BadgeToken> | null;
  /** The badge that is being claimed. */
  readonly claiming: string | null;
}

/** `handed` where the app has given a link away, and does not hear what becomes of it. */
export type ClaimOutcome = 'handed' | 'sent' | SendFault | ClaimRefusal;

export interface Tokens {
  current(): TokensView;
  subscribe(onChange: () => void): () => void;
  refresh(): Promise<void>;
  /** @param address of the connected wallet. Null where another claim is under way. */
  claim(badgeId: string, address: string): Promise<ClaimOutcome | null>;
}

export interface TokensParts {
  readonly device: Pick<Device, 'tokens' | 'claimToken'>;
  readonly storage: UserStorage;
  readonly send: (transaction: SbtTransaction) => Promise<'sent' | SendFault>;
  /** Gives a link to the wallet. */
  readonly hand: (link: string) => void;
}

const KEY = 'tokens';

export function openTokens({ device, storage, send, hand }: TokensParts): Tokens {
  const listeners = new Set<() => void>();
  let view: TokensView = { tokens: byBadge(readKept(storage)), claiming: null };

  function change(next: Partial<TokensView>): void {
    view = { ...view, ...next };
    for (const listener of [...listeners]) listener();
  }

  function take(tokens: readonly BadgeToken[] | null): void {
    if (tokens === null) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(tokens));
    change({ tokens: byBadge(tokens) });
  }

  async function refresh(): Promise<void> {
    const answer = await device.tokens();
    if (answer.ok) take(answer.value);
    else if (answer.error === 'none') take(null);
  }

  async function claimNow(badgeId: string, address: string): Promise<ClaimOutcome> {
    const answer = await device.claimToken(badgeId, address);
    if (!answer.ok) {
      if (answer.error === 'none') take(null);
      return answer.error;
    }
    const { link, transaction } = answer.value;
    if (transaction !== undefined) return send(transaction);
    hand(link);
    return 'handed';
  }

  storage.onClear(() => change({ tokens: null }));

  return {
    current: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    refresh,
    async claim(badgeId, address) {
      if (view.claiming !== null) return null;
      change({ claiming: badgeId });
      try {
        return await claimNow(badgeId, address);
      } finally {
        change({ claiming: null });
        void refresh();
      }
    },
  };
}

function byBadge(tokens: readonly BadgeToken[] | null): TokensView['tokens'] {
  return tokens === null ? null : new Map(tokens.map((token) => [token.badgeId, token]));
}

/** What the server has said last, for the time without a network. */
function readKept(storage: KeptText): readonly BadgeToken[] | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return Array.isArray(kept) ? kept : null;
  } catch (error) {
    console.warn('the kept tokens are not readable', error);
    return null;
  }
}
