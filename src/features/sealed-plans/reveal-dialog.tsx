/** Asks before a plan is shown to everybody: what becomes visible with it, and that it stays so. */
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { Revealing, SealedPlan } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

type Refusal = Extract<Revealing, { ok: false }>['error'];

export interface RevealDialogProps {
  /** Null while none is asked for. */
  readonly plan: SealedPlan | null;
  readonly onClose: () => void;
}

export function RevealDialog({ plan, onClose }: RevealDialogProps) {
  const { t } = useTranslation(['sealed', 'common']);
  const device = useDevice();
  const host = useHost();
  const once = useOneAtATime();
  const [state, setState] = useState<'asking' | 'busy' | Refusal>('asking');

  const close = () => {
    if (state === 'busy') return;
    setState('asking');
    onClose();
  };
  const reveal = async (hash: string) => {
    setState('busy');
    let outcome: Revealing = { ok: false, error: 'failed' };
    try {
      outcome = await device.revealPlan(hash);
    } catch (error) {
      console.warn('Cannot reveal a plan', error);
    }
    host.haptic(outcome.ok ? 'success' : 'error');
    setState(outcome.ok ? 'asking' : outcome.error);
    if (outcome.ok) onClose();
  };
  return (
    <Dialog
      open={plan !== null}
      title={t('reveal.title')}
      onClose={close}
      actions={
        <>
          <Button variant="quiet" disabled={state === 'busy'} onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button busy={state === 'busy'} onClick={() => plan && void once(() => reveal(plan.hash))}>
            {t('reveal.button')}
          </Button>
        </>
      }
    >
      <p>{t('reveal.text')}</p>
      <p>{t('reveal.final')}</p>
      {state !== 'asking' && state !== 'busy' && (
        <Notice tone={state === 'failed' ? 'error' : 'warn'}>{t(`reveal.${state}`)}</Notice>
      )}
    </Dialog>
  );
}
