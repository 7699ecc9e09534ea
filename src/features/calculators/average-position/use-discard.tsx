/** Asks before discarding typed changes: with the messaging app's dialog, or with ours if it shows none. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { painted } from '#ui/after-paint.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface Discard {
  /** Closes at once if nothing was changed. */
  readonly leave: () => void;
  /** Our own dialog, to render beside the edited one. */
  readonly question: ReactNode;
}

const DISCARD = 'discard';

export function useDiscard(isChanged: boolean, onDiscard: () => void): Discard {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const [isAsking, setIsAsking] = useState(false);
  /** Number of settled questions: a later answer to an earlier question is ignored. */
  const settled = useRef(0);

  const settle = (isDiscarded: boolean) => {
    settled.current += 1;
    setIsAsking(false);
    // Close one sheet after the other: for each the browser lays out the whole page.
    if (isDiscarded) void painted().then(onDiscard);
  };

  // Saved or cancelled meanwhile: there is nothing left to discard.
  useEffect(() => {
    if (isChanged) return;
    settled.current += 1;
    setIsAsking(false);
  }, [isChanged]);

  const leave = async () => {
    if (!isChanged) {
      onDiscard();
      return;
    }
    const before = settled.current;
    const answer = await host.showPopup({
      title: t('edit.unsaved'),
      message: t('edit.unsavedText'),
      buttons: [
        { id: DISCARD, text: t('edit.discard'), tone: 'danger' },
        { id: 'keep', text: t('edit.keep') },
      ],
    });
    if (settled.current !== before) return;
    if (answer.ok) settle(answer.value === DISCARD);
    // Even if the messaging app is busy: its own dialog might never end, and must not block ours.
    else setIsAsking(true);
  };

  return {
    leave: () => void leave(),
    question: (
      <Dialog
        open={isAsking}
        title={t('edit.unsaved')}
        onClose={() => settle(false)}
        actions={
          <>
            <Button variant="danger" onClick={() => settle(true)}>
              {t('edit.discard')}
            </Button>
            <Button onClick={() => settle(false)}>{t('edit.keep')}</Button>
          </>
        }
      >
        <p>{t('edit.unsavedText')}</p>
      </Dialog>
    ),
  };
}
