/** Offers to share an earned badge as a picture. */
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { type BadgeName, readBadge } from '#core/points/badges.ts';
import { useBadgeName } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { useBadgeGoal } from './use-badge-goal.ts';

type SharingCode = typeof import('./sharing/share-badge-dialog.tsx');

export interface ShareBadgeProps {
  readonly badgeId: string;
  /** When it was earned, as a sentence. */
  readonly day: string;
}

export function ShareBadge({ badgeId, day }: ShareBadgeProps) {
  const badge = readBadge(badgeId);
  return badge === null ? null : <ShareKnownBadge badgeId={badgeId} badge={badge} day={day} />;
}

function ShareKnownBadge({ badgeId, badge, day }: ShareBadgeProps & { readonly badge: BadgeName }) {
  const { t } = useTranslation('achievements');
  const name = useBadgeName(badge);
  const goalOf = useBadgeGoal();
  const once = useOneAtATime();
  const [busy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [open, setOpen] = useState<{ readonly code: SharingCode; readonly canvas: HTMLCanvasElement } | null>(
    null,
  );

  const share = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const code = await loadChunk('the badge picture', () => import('./sharing/share-badge-dialog.tsx'), {
        patience: 0,
      });
      const canvas = await code.drawBadge(badge, { name, goal: goalOf(badge), day });
      if (canvas === null) setFailed(true);
      else setOpen({ code, canvas });
    } catch (error) {
      console.warn('Cannot share a badge as a picture', error);
      setFailed(true);
    }
    setBusy(false);
  };

  return (
    <>
      <Button variant="quiet" small busy={busy} onClick={() => void once(share)}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('share.button')}
      </Button>
      <p className="sub badge-share-line" role="status">
        {isFailed && t('share.failed')}
      </p>
      {open !== null && (
        <open.code.ShareBadgeDialog
          badgeId={badgeId}
          name={name}
          canvas={open.canvas}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
