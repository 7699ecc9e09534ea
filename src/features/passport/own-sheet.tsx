/** The user's own passport: a code for another phone's camera, made of the newest proof that this phone keeps. */
import { useEffect, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { Passport } from '#device/proof-model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { QrPicture } from '#ui/qr-picture.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { PassportFacts } from './passport-facts.tsx';
import { saveCode } from './save-code.ts';

export interface OwnSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** `broken`: it cannot be read or made now. */
type Shown = Passport | 'none' | 'broken' | null;

export function OwnSheet({ open, onClose }: OwnSheetProps) {
  const { t } = useTranslation(['passport', 'common']);
  const device = useDevice();
  const toast = useToast();
  const once = useOneAtATime();
  const [shown, setShown] = useState<Shown>(null);

  useEffect(() => {
    if (!open) return;
    let isLeft = false;
    device.ownPassport().then(
      (passport) => {
        if (!isLeft) setShown(passport ?? 'none');
      },
      (error: unknown) => {
        console.warn('Cannot show the passport', error);
        if (!isLeft) setShown('broken');
      },
    );
    return () => {
      isLeft = true;
    };
  }, [open, device]);

  const save = async (text: string) => {
    const outcome = await saveCode(text);
    if (outcome !== 'declined') toast({ text: t(`own.${outcome}`) });
  };
  const passport = shown === null || typeof shown === 'string' ? null : shown;
  return (
    <Dialog
      open={open}
      title={t('own.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common:close')}
          </Button>
          {passport !== null && (
            <Button onClick={() => void once(() => save(passport.text))}>{t('own.save')}</Button>
          )}
        </>
      }
    >
      {shown === null && <p role="status">{t('own.loading')}</p>}
      {shown === 'none' && <p>{t('own.none')}</p>}
      {shown === 'broken' && <Notice tone="error">{t('broken')}</Notice>}
      {passport !== null && (
        <>
          <QrPicture text={passport.text} label={t('own.qr')} isDense />
          <p className="sub">{t('own.hint')}</p>
          <PassportFacts passport={passport} />
        </>
      )}
    </Dialog>
  );
}
