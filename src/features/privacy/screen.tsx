/** Which user data is kept, where, who can see it, and how to export or delete it: in plain words. */
import { Link } from '@tanstack/react-router';
import { BookLock, Download, Eye, Server, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import './privacy.css';

export function Screen() {
  const { t } = useTranslation('privacy');
  const host = useHost();
  const { feedback } = LINKS;
  return (
    <ScreenLayout>
      <p className="privacy-short">{t('short')}</p>
      <Part icon={<Smartphone />} title={t('phone.title')}>
        <li>{t('phone.records')}</li>
        <li>{t('phone.copies')}</li>
        <li>{t('phone.settings')}</li>
        <li>{t('phone.apart')}</li>
      </Part>
      <Part icon={<Server />} title={t('server.title')}>
        <li>{t('server.name')}</li>
        <li>{t('server.records')}</li>
        <li>{t('server.notifications')}</li>
        <li>{t('server.visit')}</li>
        <li>{t('server.log')}</li>
        <li>{t('server.wallet')}</li>
        <li>{t('server.pictures')}</li>
      </Part>
      <Part icon={<BookLock />} title={t('ledger.title')}>
        <li>{t('ledger.what')}</li>
        <li>{t('ledger.friends')}</li>
        <li>{t('ledger.stays')}</li>
      </Part>
      <Part icon={<Eye />} title={t('seen.title')}>
        <li>{t('seen.inviter')}</li>
        <li>{t('seen.invited')}</li>
        <li>{t('seen.operator')}</li>
      </Part>
      <Part icon={<Download />} title={t('choice.title')}>
        <li>{t('choice.export')}</li>
        <li>{t('choice.history')}</li>
        <li>{t('choice.one')}</li>
        <li>{t('choice.delete')}</li>
        <li>{t('choice.backups')}</li>
      </Part>
      <Card rows>
        <Link to="/profile" className="row">
          <RowContent label={t('open.profile')} leads />
        </Link>
        <Link to="/history" className="row">
          <RowContent label={t('open.history')} leads />
        </Link>
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

interface PartProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ icon, title, children }: PartProps) {
  return (
    <Card
      className="privacy-part"
      title={
        <span className="privacy-title">
          {icon}
          {title}
        </span>
      }
    >
      <ul>{children}</ul>
    </Card>
  );
}
