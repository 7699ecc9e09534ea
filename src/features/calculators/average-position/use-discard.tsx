/** Asks before typed changes are thrown away: by the messaging app's own dialog, or by ours where it shows none. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { painted } from '#ui/after-paint.ts';
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
  /** How many questions are settled: an answer that comes after that is to a question of before. */
  const settled = useRef(0);

  const settle = (isDiscarded: boolean) => {
    settled.current += 1;
    setIsAsking(false);
    // One sheet after the other: for each the browser looks at the whole page.
    if (isDiscarded) void painted().then(onDiscard);
  };

  // Saved or cancelled meanwhile: there is nothing left to ask about.
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
    // Also where the messaging app is busy: a dialog of its own that never ends must not hold ours back.
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
