/** Passports: the user's own, and the check of a friend's. What they show is loaded with the tap. */
import { IdCard, ScanLine } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { DIALOG_PATIENCE_MS, useLateDialog } from '#ui/use-late-dialog.ts';

const loadOwn = () =>
  loadChunk('the passport', async () => (await import('./own-sheet.tsx')).OwnSheet, {
    patience: DIALOG_PATIENCE_MS,
  });
const loadFriend = () =>
  loadChunk('the check of passports', async () => (await import('./friend-sheet.tsx')).FriendSheet, {
    patience: DIALOG_PATIENCE_MS,
  });

export interface PassportCardProps {
  /** A friend's passport is of another history than this phone has seen. */
  readonly onFork: () => void;
}

export function PassportCard({ onFork }: PassportCardProps) {
  const { t } = useTranslation('passport');
  const own = useLateDialog(loadOwn, t('notLoaded'));
  const friend = useLateDialog(loadFriend, t('notLoaded'));
  return (
    <Card rows title={t('title')}>
      <Row
        icon={<IdCard size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('own.title')}
        detail={t('own.about')}
        disabled={own.isLoading}
        onPress={own.open}
      />
      <Row
        icon={<ScanLine size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('friend.title')}
        detail={t('friend.about')}
        disabled={friend.isLoading}
        onPress={friend.open}
      />
      {own.Dialog !== null && <own.Dialog open={own.isOpen} onClose={own.close} />}
      {friend.Dialog !== null && (
        <friend.Dialog open={friend.isOpen} onFork={onFork} onClose={friend.close} />
      )}
    </Card>
  );
}
