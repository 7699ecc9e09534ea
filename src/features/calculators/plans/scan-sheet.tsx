/**
 * Reads another trader's plan: with the messaging app's scanner, from a picture, or from a pasted link. The scanner opens by
 * itself and needs no network.
 */
import { Camera, Image } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Plan } from '#core/plan-link.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { DIALOG_PATIENCE_MS } from '../shared/use-late-dialog.ts';
import { planOfTexts } from './plan-text.ts';
import './scan-sheet.css';

export interface ScanSheetProps {
  readonly open: boolean;
  readonly onPlan: (plan: Plan) => void;
  readonly onClose: () => void;
}

/** Others are drawings, or open only in some browsers. */
const FORMATS = 'image/jpeg,image/png,image/webp,image/gif';

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
  const [hasScanner, setHasScanner] = useState(true);
  const [isReading, setReading] = useState(false);
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isShown = useRef(false);

  /** Returns why the texts are no plan, or null. */
  const take = (texts: readonly string[]): string | null => {
    const read = planOfTexts(texts, location.origin);
    const refusal = read.ok ? null : t(`scan.refused.${read.reason}`);
    if (!isShown.current) return null;
    setProblem(refusal);
    if (read.ok) onPlan(read.plan);
    host.haptic(read.ok ? 'success' : 'error');
    return refusal;
  };

  const scan = async () => {
    const answer = await host.scanCode(t('scan.hint'), (text) => take([text]));
    if (answer.ok) return;
    const { type } = answer.error;
    setHasScanner(type !== 'unsupported_method' && type !== 'outside');
  };
  const start = useEffectEvent(() => void scan());
  useEffect(() => {
    isShown.current = true;
    start();
    return () => {
      isShown.current = false;
    };
  }, []);

  const readPicture = async (picture: File) => {
    setReading(true);
    try {
      const { readPictureCodes } = await loadChunk(
        'the reader of pictures',
        () => import('./picture-codes.ts'),
        {
          patience: DIALOG_PATIENCE_MS,
        },
      );
      const read = await readPictureCodes(picture);
      if (!isShown.current) return;
      if (!read.ok) setProblem(t(`scan.picture.${read.reason}`));
      else if (read.texts.length === 0) setProblem(t('scan.picture.no_code'));
      else take(read.texts);
    } catch (error) {
      console.warn('Cannot read a picture', error);
      setProblem(t('scan.picture.failed'));
    } finally {
      setReading(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    take([link]);
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
        <input
          ref={file}
          type="file"
          name="picture"
          accept={FORMATS}
          hidden
          onChange={({ currentTarget }) => {
            const [picture] = currentTarget.files ?? [];
            if (picture !== undefined) void once(() => readPicture(picture));
            // The same picture may be chosen again.
            currentTarget.value = '';
          }}
        />
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
