/** The content of the promo: its points, the promo code, and the shops. */
import { Check } from 'lucide-react';
import { LANGUAGE_CODES, LANGUAGES } from '#core/languages.ts';
import type { Advert } from '#core/operator.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { inLanguage } from '#platform/links.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { PromoCode } from '#ui/promo-code.tsx';

export function Offer({ advert }: { readonly advert: Advert }) {
  const { t } = useTranslation(['advert', 'common']);
  const { openLink } = useHost();
  const copy = useCopy();
  const { points, promo, shop } = advert;
  const own = shownLanguage();
  // The shop in the current language comes first.
  const shops = LANGUAGE_CODES.toSorted((a) => (a === own ? -1 : 1)).flatMap((language) => {
    const url = shop[language];
    return url === undefined ? [] : [{ language, url }];
  });
  return (
    <>
      <ul className="advert-points">
        {points.map((point, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points never move, and two may be equal
          <li key={place}>
            <Check size={20} />
            {inLanguage(point, own)}
          </li>
        ))}
      </ul>
      {promo !== undefined && (
        <PromoCode
          code={promo.code}
          label={t('promo', promo)}
          words={{ copy: t('common:copy'), copied: t('common:copied'), copyFailed: t('common:copyFailed') }}
          onCopy={copy}
        />
      )}
      <div className="advert-shops">
        {shops.map(({ language, url }, index) => (
          <Button
            key={language}
            variant={index === 0 ? 'primary' : 'quiet'}
            wide
            onClick={() => openLink(url)}
          >
            {t('buy', { language: LANGUAGES[language].name })}
          </Button>
        ))}
      </div>
      <p className="sub">{t('note')}</p>
    </>
  );
}
