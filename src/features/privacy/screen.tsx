/** Which user data is kept, where, why and how long, who can see it, and how to export or delete it: in plain words. */
import { Link } from '@tanstack/react-router';
import { Download, Eye, Globe, Server, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RETENTION } from '#core/privacy/retention.ts';
import { PRIVACY_SUBJECTS, type PrivacySubject } from '#core/privacy/subjects.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { saveEverything } from './save-everything.ts';
import './privacy.css';

export function Screen() {
  const { t } = useTranslation('privacy');
  const host = useHost();
  const isNewUser = useLive(useDevice().live.isNewUser);
  const { feedback } = LINKS;
  return (
    <ScreenLayout>
      <p>{t('short')}</p>
      <Part icon={<Smartphone />} title={t('phone.title')}>
        <li>{t('phone.records')}</li>
        <li>{t('phone.copies')}</li>
        <li>{t('phone.settings')}</li>
        <li>{t('phone.apart')}</li>
      </Part>
      <Card className="privacy-part" title={<Title icon={<Server />} text={t('server.title')} />}>
        <p className="privacy-about">{t('server.about')}</p>
        {PRIVACY_SUBJECTS.map((subject) => (
          <Kept key={subject} subject={subject} />
        ))}
        <p className="privacy-about">{t('server.log')}</p>
      </Card>
      <Part icon={<Eye />} title={t('seen.title')}>
        <li>{t('seen.inviter')}</li>
        <li>{t('seen.invited')}</li>
        <li>{t('seen.operator')}</li>
      </Part>
      <Part icon={<Globe />} title={t('outside.title')}>
        <li>{t('outside.telegram')}</li>
        <li>{t('outside.wallet')}</li>
        <li>{t('outside.market')}</li>
      </Part>
      <Part icon={<Download />} title={t('choice.title')}>
        <li>{t('choice.all')}</li>
        <li>{t('choice.export')}</li>
        <li>{t('choice.history')}</li>
        <li>{t('choice.one')}</li>
        <li>{t('choice.delete')}</li>
        <li>{t('choice.backups')}</li>
      </Part>
      <Card rows>
        <Everything />
        {/* Onboarding comes before these. */}
        {isNewUser !== true && (
          <>
            <Link to="/profile" className="row">
              <RowContent label={t('open.profile')} leads />
            </Link>
            <Link to="/history" className="row">
              <RowContent label={t('open.history')} leads />
            </Link>
          </>
        )}
      </Card>
      {feedback !== undefined && (
        <Notice
          buttons={[{ label: t('write'), onPress: () => host.openTelegramLink(feedback), variant: 'plain' }]}
        >
          {t('ask')}
        </Notice>
      )}
    </ScreenLayout>
  );
}

/** What stands under one heading of the manifests, and why, how long, and how it goes. */
function Kept({ subject }: { readonly subject: PrivacySubject }) {
  const { t } = useTranslation('privacy');
  return (
    <section className="privacy-kept">
      <h3>{t(`subject.${subject}.title`)}</h3>
      <p>{t(`subject.${subject}.what`)}</p>
      <dl>
        <dt>{t('label.why')}</dt>
        <dd>{t(`subject.${subject}.why`)}</dd>
        <dt>{t('label.long')}</dt>
        <dd>{t(`subject.${subject}.long`, RETENTION)}</dd>
        <dt>{t('label.erased')}</dt>
        <dd>{t(`subject.${subject}.erased`)}</dd>
      </dl>
    </section>
  );
}

/** The file of everything that the server keeps about the user. */
function Everything() {
  const { t } = useTranslation('privacy');
  const device = useDevice();
  const host = useHost();
  const toast = useToast();
  const [isSaving, setIsSaving] = useState(false);
  const once = useOneAtATime();

  const save = async () => {
    setIsSaving(true);
    const outcome = await saveEverything(device, host);
    setIsSaving(false);
    toast({ text: t(`everything.${outcome}`) });
  };

  return (
    <Row
      icon={<Download />}
      label={t('everything.title')}
      detail={t('everything.what')}
      onPress={() => void once(save)}
      disabled={isSaving}
      leads
    />
  );
}

interface PartProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ icon, title, children }: PartProps) {
  return (
    <Card className="privacy-part" title={<Title icon={icon} text={title} />}>
      <ul>{children}</ul>
    </Card>
  );
}

function Title({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <span className="privacy-title">
      {icon}
      {text}
    </span>
  );
}
