/** Offers of partners, in three groups. All of them open outside the app. */

import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Row } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';

const GROUPS = ['wallets', 'tools', 'exchanges'] as const;

export function OffersScreen() {
  const { t } = useTranslation('offers');
  const host = useHost();
  return (
    <Screen title={t('title')} subtitle={t('subtitle')}>
      {GROUPS.map((group) => {
        const { links, promoCode } = LINKS.offers[group];
        return (
          <Disclosure key={group} title={t(`${group}.title`)} open={group === 'wallets'}>
            <p className="sub">{t(`${group}.text`)}</p>
            {promoCode && <p>{t('promoCode', { code: promoCode })}</p>}
            {links.map(({ name, url }) => (
              <Row key={name} label={name} leads onPress={() => host.openLink(url[shownLanguage()])} />
            ))}
          </Disclosure>
        );
      })}
    </Screen>
  );
}
