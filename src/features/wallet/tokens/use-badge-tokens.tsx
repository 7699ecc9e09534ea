/** Badges as tokens, for the screen of badges: a notice above them, a mark at each, and a detail in a badge's sheet. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import type { FetchConnector } from '../session/session.ts';
import { useWallet } from '../use-wallet.ts';
import { BadgeTokenDetail, BadgeTokenMark } from './badge-token.tsx';
import { WalletNotice } from './notice.tsx';
import type { ClaimOutcome } from './tokens.ts';
import { useTokens } from './use-tokens.ts';

/** Outcomes without a toast: the library's dialog or the screen shows them, or the user has left. */
const UNSAID: ReadonlySet<ClaimOutcome> = new Set(['handed', 'left', 'unsupported']);

/** As long as the library shows its own toasts. */
const SENT_MS = 4_500;

type Sent = 'sent' | 'cancelled';
type Said = Exclude<ClaimOutcome, Sent | 'handed' | 'left' | 'unsupported'>;

export function useBadgeTokens(fetchConnector: FetchConnector) {
  const { t } = useTranslation('achievements');
  const host = useHost();
  const toast = useToast();
  const shown = useWallet(fetchConnector, false);
  const { wallet, status } = shown;
  const { address } = shown.view;
  const isCut = shown.obstacle !== null;
  const { tokens, view } = useTokens(wallet, isCut);

  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const [result, setResult] = useState<Sent | null>(null);
  const claim = useCallback(
    async (badgeId: string) => {
      if (address === null) return;
      const outcome = await tokens.claim(badgeId, address, () => isHere.current);
      await untilVisible();
      if (outcome === 'sent' || outcome === 'cancelled') {
        setResult(outcome);
        toast({ text: `${t(`token.${outcome}.title`)}. ${t(`token.${outcome}.text`)}`, shownMs: SENT_MS });
      } else if (outcome !== null && !UNSAID.has(outcome)) {
        toast({ text: t(`token.fault.${outcome as Said}`) });
      }
      if (outcome !== null && outcome !== 'handed' && outcome !== 'left')
        host.haptic(outcome === 'sent' ? 'success' : 'error');
    },
    [tokens, address, host, toast, t],
  );

  const { tokens: known, claiming } = view;
  const propsOf = useCallback(
    (badgeId: string) => ({
      badgeId,
      token: known?.get(badgeId) ?? null,
      status,
      isCut,
      claiming,
      onClaim: () => void claim(badgeId),
    }),
    [known, status, isCut, claiming, claim],
  );
  const isOffered = known !== null;
  return {
    notice: (
      <>
        <WalletNotice {...shown} />
        <SentDialog result={result} onClose={() => setResult(null)} />
      </>
    ),
    // Changes only with its output.
    markOf: useCallback(
      (badgeId: string) => isOffered && <BadgeTokenMark {...propsOf(badgeId)} />,
      [isOffered, propsOf],
    ),
    detailOf: (badgeId: string) => (isOffered ? <BadgeTokenDetail {...propsOf(badgeId)} /> : null),
  };
}

interface SentDialogProps {
  /** Null while there is no outcome to show. */
  readonly result: Sent | null;
  readonly onClose: () => void;
}

/** The outcome of a transaction. A dialog, because the user may return from the wallet at any time. */
function SentDialog({ result, onClose }: SentDialogProps) {
  const { t } = useTranslation(['achievements', 'common']);
  return (
    <Dialog
      open={result !== null}
      title={result === null ? '' : t(`token.${result}.title`)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p>{result !== null && t(`token.${result}.text`)}</p>
    </Dialog>
  );
}

/** Waits until the page is visible: wallets answer while the user is in their app, and a toast would pass unseen. */
async function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', function look() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    });
  });
}
