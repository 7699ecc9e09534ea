/** Settings, and links to help and channels. */
import { Link } from '@tanstack/react-router';
import { Bell, BookOpen, Gift, GraduationCap, Languages, MessageCircle, SquarePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LANGUAGES } from '#core/languages.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import type { HomeScreenStatus, Host } from '#platform/host.ts';
import { useHost } from '#platform/host-context.tsx';
import { helpUrl, LINKS } from '#platform/links.ts';
import { Card } from '#ui/card.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { useFresh } from '#ui/use-fresh.ts';

export type Theme = 'host' | 'light' | 'dark';

export interface SettingsCardProps {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

export function SettingsCard({ theme, onTheme }: SettingsCardProps) {
  const { t } = useTranslation('profile');
  const host = useHost();
  const { feedback, beginners, offers } = LINKS;
  const help = helpUrl('', shownLanguage());
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
          icon={<Languages />}
          label={t('settings.language')}
          value={LANGUAGES[shownLanguage()].name}
          leads
        />
      </Link>
      <Link to="/notifications" className="row">
        <RowContent icon={<Bell />} label={t('settings.notifications')} leads />
      </Link>
      {help !== null && (
        <Row icon={<BookOpen />} label={t('settings.help')} onPress={() => host.openLink(help)} leads />
      )}
      {feedback !== undefined && (
        <Row
          icon={<MessageCircle />}
          label={t('settings.feedback')}
          onPress={() => host.openTelegramLink(feedback)}
          leads
        />
      )}
      {offers !== undefined && (
        <Link to="/profitable" className="row">
          <RowContent icon={<Gift />} label={t('settings.offers')} leads />
        </Link>
      )}
      {beginners !== undefined && (
        <Row
          icon={<GraduationCap />}
          label={t('settings.beginners')}
          onPress={() => host.openTelegramLink(beginners)}
          leads
        />
      )}
      <AddToHomeScreen />
    </Card>
  );
}

/** The host's last answer: on return the profile has the same length as before, and so the same scroll position. */
const lastKnown = new WeakMap<Host, HomeScreenStatus>();

/** Only shown if the host supports it; a host that does not know (iOS) is asked anyway. */
function AddToHomeScreen() {
  const { t } = useTranslation('profile');
  const host = useHost();
  // Asked again on return: the user may have answered the phone's own question outside the app.
  const { outcome } = useFresh({ refresh: host.homeScreenStatus });
  const [isAdded, setIsAdded] = useState(false);
  const last = lastKnown.get(host);
  // `added` is final: a host that does not know will never report it.
  const status = isAdded || last === 'added' ? 'added' : (outcome ?? last ?? 'unsupported');
  useEffect(() => void lastKnown.set(host, status), [host, status]);

  if (status === 'unsupported') return null;
  const added = () => {
    host.haptic('success');
    setIsAdded(true);
  };
  return (
    <Row
      icon={<SquarePlus />}
      label={t('settings.homeScreen')}
      value={status === 'added' ? t('settings.added') : undefined}
      disabled={status === 'added'}
      onPress={() => host.addToHomeScreen(added)}
    />
  );
}
