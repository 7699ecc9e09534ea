/** Settings, and the ways out to help and channels. */
import { Link } from '@tanstack/react-router';
import { Bell, BookOpen, Gift, GraduationCap, Languages, MessageCircle, SquarePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import type { HomeScreenStatus, Host } from '#platform/host.ts';
import { useHost } from '#platform/host-context.tsx';
import { helpUrl, LINKS } from '#platform/links.ts';
import { Card } from '#ui/card.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { Segmented } from '#ui/segmented.tsx';

export type Theme = 'host' | 'light' | 'dark';

export interface SettingsCardProps {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function SettingsCard({ theme, onTheme }: SettingsCardProps) {
  const { t } = useTranslation('profile');
  const host = useHost();
  const [chosen, setChosen] = useState(theme);
  const choose = (next: Theme) => {
    setChosen(next);
    onTheme(next);
  };
  return (
    <Card rows title={t('settings.title')}>
      <div className="row settings-theme">
        <span className="row-label">{t('settings.theme')}</span>
        <Segmented
          label={t('settings.theme')}
          name="theme"
          value={chosen}
          options={[
            { value: 'host', label: t('settings.host') },
            { value: 'light', label: t('settings.light') },
            { value: 'dark', label: t('settings.dark') },
          ]}
          onChange={choose}
        />
      </div>
      <Link to="/language" className="row">
        <RowContent
          icon={<Languages {...ICON} />}
          label={t('settings.language')}
          value={shownLanguage() === 'ru' ? 'Русский' : 'English'}
          leads
        />
      </Link>
      <Link to="/notifications" className="row">
        <RowContent icon={<Bell {...ICON} />} label={t('settings.notifications')} leads />
      </Link>
      <Row
        icon={<BookOpen {...ICON} />}
        label={t('settings.help')}
        onPress={() => host.openLink(helpUrl('', shownLanguage()))}
        leads
      />
      <Row
        icon={<MessageCircle {...ICON} />}
        label={t('settings.feedback')}
        onPress={() => host.openTelegramLink(LINKS.feedback)}
        leads
      />
      <Link to="/profitable" className="row">
        <RowContent icon={<Gift {...ICON} />} label={t('settings.offers')} leads />
      </Link>
      <Row
        icon={<GraduationCap {...ICON} />}
        label={t('settings.beginners')}
        onPress={() => host.openTelegramLink(LINKS.beginnersChannel)}
        leads
      />
      <AddToHomeScreen />
    </Card>
  );
}

/** What the host said last: who comes back to the profile finds it as long as it was, and so where it was left. */
const lastKnown = new WeakMap<Host, HomeScreenStatus>();

/** Only where the host can: one that does not know (iOS) is asked all the same. */
function AddToHomeScreen() {
  const { t } = useTranslation('profile');
  const host = useHost();
  const [status, setStatus] = useState<HomeScreenStatus>(() => lastKnown.get(host) ?? 'unsupported');

  useEffect(() => {
    let left = false;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      void host.homeScreenStatus().then((known) => {
        // What the host has said once stands: one that does not know says so for ever.
        if (!left) setStatus((before) => (before === 'added' ? before : known));
      });
    };
    ask();
    // The phone's own question may have been answered outside of the app.
    document.addEventListener('visibilitychange', ask);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', ask);
    };
  }, [host]);

  useEffect(() => void lastKnown.set(host, status), [host, status]);

  if (status === 'unsupported') return null;
  const added = () => {
    host.haptic('success');
    setStatus('added');
  };
  return (
    <Row
      icon={<SquarePlus {...ICON} />}
      label={t('settings.homeScreen')}
      value={status === 'added' ? t('settings.added') : undefined}
      disabled={status === 'added'}
      onPress={() => host.addToHomeScreen(added)}
    />
  );
}
