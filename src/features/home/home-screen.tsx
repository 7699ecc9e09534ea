/** Home: the user, what they do next, the market at a glance, and the features of the app. */
import { Link } from '@tanstack/react-router';
import { Award, Calculator, Calendar, Gift, History, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Card } from '#ui/card.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import './home.css';

const FEATURES = [
  { key: 'calculators', to: '/calculators', Icon: Calculator },
  { key: 'history', to: '/history', Icon: History },
  { key: 'points', to: '/profile', Icon: Award },
  { key: 'friends', to: '/referrals', Icon: Users },
  { key: 'calendar', to: '/calendar', Icon: Calendar },
  ...(import.meta.env.VITE_HAS_OFFERS ? [{ key: 'offers', to: '/profitable', Icon: Gift } as const] : []),
] as const;

const PLACES = [1, 2, 3].map((place) => <li key={place} />);

export interface HomeScreenProps {
  /** Three list items; null while their code is missing. */
  readonly next: ReactNode;
  /** The market block, or its placeholder. */
  readonly market: ReactNode;
}

export function HomeScreen({ next, market }: HomeScreenProps) {
  const { t } = useTranslation('home');
  const name = useHost().user?.firstName;
  const marketId = useId();
  return (
    <ScreenLayout
      title={<span className="home-hello">{name ? t('hello', { name }) : t('helloWithoutName')}</span>}
      // The largest text of the screen, so that late parts change little of what is read first.
      subtitle={<span className="home-lead">{t('lead')}</span>}
    >
      <Card rows title={t('next')}>
        <ul className="home-next" aria-busy={next === null}>
          {next ?? PLACES}
        </ul>
      </Card>
      <section aria-labelledby={marketId}>
        <div className="home-market">
          <h2 id={marketId} className="card-title">
            {t('market.today')}
          </h2>
          <Link to="/cryptooverview" className="home-more">
            {t('market.more')}
          </Link>
        </div>
        {market}
      </section>
      <Card rows title={t('features')}>
        <ul>
          {FEATURES.map(({ key, to, Icon }) => (
            <li key={key}>
              <Link to={to} className="row">
                <RowContent icon={<Icon />} label={t(`${key}.name`)} detail={t(`${key}.what`)} leads />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </ScreenLayout>
  );
}
