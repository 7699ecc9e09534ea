/**
 * Checks a friend's passport by the keys that this build pins: with the messaging app's scanner or from a picture, without a
 * network. Then compares its checkpoint with all that this phone has seen.
 */
import { Camera, Image } from 'lucide-react';
import { useRef, useState } from 'react';
import { passportOf } from '#core/proof/passport-texts.ts';
import { useDevice } from '#device/device-context.ts';
import type { Meeting, PassportRead } from '#device/proof-model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useCodeScan } from '#platform/scan/use-code-scan.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { PictureInput } from '#ui/picture-input.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { PassportFacts } from './passport-facts.tsx';

export interface FriendSheetProps {
  readonly open: boolean;
  readonly onFork: () => void;
  readonly onClose: () => void;
}

/** `broken`: the check could not run. */
type Found = PassportRead | 'checking' | 'broken';

export function FriendSheet({ open, onFork, onClose }: FriendSheetProps) {
  const { t } = useTranslation(['passport', 'common']);
  const device = useDevice();
  const host = useHost();
  const [found, setFound] = useState<Found | null>(null);
  const [meeting, setMeeting] = useState<Meeting | null>(null);

  /** The passport that is shown: an answer about an earlier one may come late. */
  const current = useRef<object | null>(null);

  const check = async (text: string) => {
    const mine = {};
    current.current = mine;
    const show = (state: Found, met: Meeting | null) => {
      if (current.current !== mine) return;
      setFound(state);
      setMeeting(met);
    };
    show('checking', null);
    try {
      const read = await device.checkPassport(text);
      host.haptic(read.ok ? 'success' : 'error');
      show(read, null);
      if (!read.ok) return;
      const met = await device.meetCheckpoint(read.passport.checkpoint);
      show(read, met);
      if (met !== 'fork') return;
      host.haptic('error');
      onFork();
    } catch (error) {
      console.warn('Cannot check a passport', error);
      show('broken', null);
    }
  };
  const leave = () => {
    current.current = null;
    setFound(null);
  };
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={t('friend.title')}
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onClick={close}>
            {t('common:close')}
          </Button>
          {found !== null && found !== 'checking' && <Button onClick={leave}>{t('friend.again')}</Button>}
        </>
      }
    >
      {found === null ? (
        <Ways onText={(text) => void check(text)} />
      ) : (
        <Finding found={found} meeting={meeting} />
      )}
    </Dialog>
  );
}

function Ways({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useTranslation('passport');
  const once = useOneAtATime();
  const file = useRef<HTMLInputElement>(null);
  const { hasScanner, isReading, problem, scan, readPicture } = useCodeScan({
    hint: t('friend.hint'),
    take: (texts) => {
      const found = passportOf(texts);
      if (!found.ok) return t(`refused.${found.reason}`);
      onText(found.text);
      return null;
    },
    pictureProblem: (reason) => t(`picture.${reason}`),
  });
  return (
    <>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <p className="sub">{t('friend.how')}</p>
      <div className="passport-ways">
        {hasScanner && (
          <Button wide onClick={() => void scan()}>
            <Camera size={20} strokeWidth={1.75} aria-hidden="true" />
            {t('friend.camera')}
          </Button>
        )}
        <Button variant="quiet" wide busy={isReading} onClick={() => file.current?.click()}>
          <Image size={20} strokeWidth={1.75} aria-hidden="true" />
          {t('friend.choose')}
        </Button>
        <PictureInput ref={file} onPicture={(picture) => void once(() => readPicture(picture))} />
      </div>
    </>
  );
}

function Finding({ found, meeting }: { readonly found: Found; readonly meeting: Meeting | null }) {
  const { t } = useTranslation('passport');
  if (found === 'checking') return <p role="status">{t('friend.checking')}</p>;
  if (found === 'broken') return <Notice tone="error">{t('broken')}</Notice>;
  if (!found.ok) return <Notice tone="error">{t(`fault.${found.fault}`)}</Notice>;
  return (
    <>
      {meeting === 'fork' ? (
        <Notice tone="error">{t('meeting.fork')}</Notice>
      ) : (
        <p role="status" className="gain passport-verdict">
          {t('friend.right')}
        </p>
      )}
      <PassportFacts passport={found.passport} />
      {meeting !== 'fork' && (
        <p className="sub" role="status">
          {t(`meeting.${meeting ?? 'asking'}`)}
        </p>
      )}
    </>
  );
}
