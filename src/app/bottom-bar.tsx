/** The four main screens of the app, within reach of the thumb. */
import { Link } from '@tanstack/react-router';
import { Calculator, Hexagon, House, UserRound } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { type BarKey, SCREENS, type ScreenLine, screenAt } from './screens/table.ts';
import './bottom-bar.css';

/** In their order. */
const ICONS = { home: House, sbt: Hexagon, calculators: Calculator, profile: UserRound } as const;
const PLACES = (Object.keys(ICONS) as BarKey[]).flatMap((key) =>
  SCREENS.filter(({ bar }: ScreenLine) => bar === key).map(({ path }) => ({ key, path, Icon: ICONS[key] })),
);

/** `path` is that of the current screen, which belongs to one of the main screens. */
export const BottomBar = memo(function BottomBar(current: { readonly path: string }) {
  const { t } = useTranslation();
  const screen = screenAt(current.path);
  const place = screen?.parent ?? screen?.path;
  return (
    <nav className="bottom-bar" aria-label={t('nav.label')}>
      {PLACES.map(({ key, path, Icon }) => (
        <Link
          key={key}
          to={path}
          className="bottom-bar-item"
          aria-current={place === path ? 'page' : undefined}
        >
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
          {t(`nav.${key}`)}
        </Link>
      ))}
    </nav>
  );
});
