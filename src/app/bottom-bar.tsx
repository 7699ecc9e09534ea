/** The four main screens of the app, within reach of the thumb. */
import { Link } from '@tanstack/react-router';
import { Calculator, Hexagon, House, UserRound } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import './bottom-bar.css';

const PLACES = [
  { to: '/index', key: 'home', Icon: House },
  { to: '/SBT', key: 'sbt', Icon: Hexagon },
  { to: '/calculators', key: 'calculators', Icon: Calculator },
  { to: '/profile', key: 'profile', Icon: UserRound },
] as const;

/** `place` is the path of the main screen to which the current screen belongs. */
export const BottomBar = memo(function BottomBar({ place }: { readonly place: string }) {
  const { t } = useTranslation();
  return (
    <nav className="bottom-bar" aria-label={t('nav.label')}>
      {PLACES.map(({ to, key, Icon }) => (
        <Link key={to} to={to} className="bottom-bar-item" aria-current={place === to ? 'page' : undefined}>
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
          {t(`nav.${key}`)}
        </Link>
      ))}
    </nav>
  );
});
