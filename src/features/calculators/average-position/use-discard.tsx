/** Asks before typed changes are thrown away: by the messaging app's own dialog, or by ours where it has none. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface Discard {
  /** Closes at once where nothing was changed. */
  readonly leave: () => void;
  /** Our own dialog, to stand beside what it asks about. */
  readonly question: ReactNode;
}

const DISCARD = 'discard';

export function useDiscard(isChanged: boolean, onDiscard: () => void): Discard {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    setIsAsking(false);
    onDiscard();
  };

  const leave = async () => {
    if (!isChanged) {
      onDiscard();
      return;
    }
    const answer = await host.showPopup({
      title: t('edit.unsaved'),
      message: t('edit.unsavedText'),
      buttons: [
        { id: DISCARD, text: t('edit.discard'), tone: 'danger' },
        { id: 'keep', text: t('edit.keep') },
      ],
    });
    if (answer.ok) {
      if (answer.value === DISCARD) onDiscard();
    } else if (answer.error.type !== 'busy') {
      setIsAsking(true);
    }
  };

  return {
    leave: () => void leave(),
    question: (
      <Dialog
        open={isAsking}
        title={t('edit.unsaved')}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button variant="danger" onClick={discard}>
              {t('edit.discard')}
            </Button>
            <Button onClick={() => setIsAsking(false)}>{t('edit.keep')}</Button>
          </>
        }
      >
        <p>{t('edit.unsavedText')}</p>
      </Dialog>
    ),
  };
}
