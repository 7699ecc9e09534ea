/** Offers of partners, in three groups. All of them open outside the app. */
import { ChartCandlestick, Landmark, ShieldCheck, SquareArrowOutUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartnerLink } from '#core/operator.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { inLanguage, LINKS } from '#platform/links.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PromoCode } from '#ui/promo-code.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import './offers.css';

export function Screen() {
  const { t } = useTranslation(['offers', 'common']);
  const copy = useCopy();
  // Without offers there is no route to this screen.
  const { wallets, tools, exchanges } = LINKS.offers ?? {};
  const promo = wallets?.promo;
  return (
    <ScreenLayout subtitle={t('subtitle')}>
      {wallets && (
        <Group
          title={t('wallets.title')}
          text={promo === undefined ? t('wallets.text') : `${t('wallets.text')} ${t('wallets.enter')}`}
          icon={<ShieldCheck />}
          links={wallets.links}
          gets={promo === undefined ? t('wallets.plain') : t('wallets.gets', promo)}
        >
          {promo !== undefined && (
            <PromoCode
              code={promo.code}
              label={t('promoCode', promo)}
              words={{
                copy: t('common:copy'),
                copied: t('common:copied'),
                copyFailed: t('common:copyFailed'),
              }}
              onCopy={copy}
            />
          )}
        </Group>
      )}
      {tools && (
        <Group
          title={t('tools.title')}
          text={t('tools.text')}
          icon={<ChartCandlestick />}
          links={tools.links}
          gets={t('tools.gets', { amount: tools.rewardUsd })}
        />
      )}
      {exchanges && (
        <Group
          title={t('exchanges.title')}
          text={t('exchanges.text')}
          icon={<Landmark />}
          links={exchanges.links}
          gets={t('exchanges.gets', { currency: exchanges.rewardCurrency })}
        />
      )}
      <Notice>
        <p>{t('partners')}</p>
        <p className="sub">{t('disclaimer')}</p>
      </Notice>
    </ScreenLayout>
  );
}

interface GroupProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly links: readonly PartnerLink[];
  /** The benefit, with any of the links. */
  readonly gets: string;
  readonly children?: ReactNode;
}

function Group({ title, text, icon, links, gets, children }: GroupProps) {
  const { t } = useTranslation('offers');
  const host = useHost();
  return (
    <Disclosure
      open
      title={
        <span className="offers-title">
          {icon}
          <span>{title}</span>
        </span>
      }
    >
      <p className="offers-text">{text}</p>
      {children}
      <ul className="offers-links">
        {links.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink
              className="row"
              rel="sponsored noopener noreferrer"
              href={inLanguage(url, shownLanguage())}
              onOpen={host.openLink}
            >
              <RowContent
                label={name}
                detail={gets}
                value={
                  <>
                    <span className="visually-hidden">{t('opensOutside')}</span>
                    <SquareArrowOutUpRight size={20} />
                  </>
                }
              />
            </ExternalLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
