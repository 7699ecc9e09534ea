/**
 * Reads another trader's plan: with the messaging app's scanner, from a picture, or from a pasted link. The scanner opens by
 * itself and needs no network.
 */
import { Camera, Image } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Plan } from '#core/plan-link.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useCodeScan } from '#platform/scan/use-code-scan.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { PictureInput } from '#ui/picture-input.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { planOfTexts } from './plan-text.ts';
import './scan-sheet.css';

export interface ScanSheetProps {
  readonly open: boolean;
  readonly onPlan: (plan: Plan) => void;
  readonly onClose: () => void;
}

export function ScanSheet({ open, onPlan, onClose }: ScanSheetProps) {
  const { t } = useTranslation(['calculators', 'common']);
  return (
    <Dialog
      open={open}
      title={t('scan.title')}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <Ways onPlan={onPlan} />
    </Dialog>
  );
}

function Ways({ onPlan }: Pick<ScanSheetProps, 'onPlan'>) {
  const { t } = useTranslation('calculators');
  const host = useHost();
  const id = useId();
  const once = useOneAtATime();
  const file = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState('');

  /** Returns why the texts are no plan, or null. */
  const take = (texts: readonly string[]): string | null => {
    const read = planOfTexts(texts, location.origin);
    if (!read.ok) return t(`scan.refused.${read.reason}`);
    host.haptic('success');
    onPlan(read.plan);
    return null;
  };
  const { hasScanner, isReading, problem, scan, readPicture, offer } = useCodeScan({
    hint: t('scan.hint'),
    take,
    pictureProblem: (reason) => t(`scan.picture.${reason}`),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    offer([link]);
  };

  return (
    <>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <div className="scan-ways">
        {hasScanner && (
          <Button wide onClick={() => void scan()}>
            <Camera size={20} strokeWidth={1.75} aria-hidden="true" />
            {t('scan.camera')}
          </Button>
        )}
        <Button variant="quiet" wide busy={isReading} onClick={() => file.current?.click()}>
          <Image size={20} strokeWidth={1.75} aria-hidden="true" />
          {t('scan.picture.choose')}
        </Button>
        <PictureInput ref={file} onPicture={(picture) => void once(() => readPicture(picture))} />
      </div>
      <form className="scan-link" onSubmit={submit}>
        <label htmlFor={id}>{t('scan.link')}</label>
        <input
          id={id}
          name="planLink"
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="t.me/…"
          value={link}
          onChange={({ currentTarget }) => setLink(currentTarget.value)}
        />
        <Button type="submit" variant="quiet" disabled={link.trim() === ''}>
          {t('scan.open')}
        </Button>
      </form>
    </>
  );
}
