/** The content of the promo: its points, the promo code, and the two shops. */
import { Check } from 'lucide-react';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { PromoCode } from '#ui/promo-code.tsx';

const POINTS = ['keys', 'confirm', 'phone', 'backup'] as const;

export function Offer() {
  const { t } = useTranslation(['advert', 'common']);
  const { openLink } = useHost();
  const copy = useCopy();
  const { promoCode, discountPercent: percent, shop } = LINKS.advert;
  const own = shownLanguage();
  return (
    <>
      <ul className="advert-points">
        {POINTS.map((point) => (
          <li key={point}>
            <Check size={20} />
            {t(`points.${point}`)}
          </li>
        ))}
      </ul>
      {promoCode !== null && (
        <PromoCode
          code={promoCode}
          label={t('promo', { percent })}
          words={{ copy: t('common:copy'), copied: t('common:copied'), copyFailed: t('common:copyFailed') }}
          onCopy={copy}
        />
      )}
      <div className="advert-shops">
        {/* The shop in the current language comes first. */}
        {LANGUAGE_CODES.toSorted((a) => (a === own ? -1 : 1)).map((language) => (
          <Button
            key={language}
            variant={language === own ? 'primary' : 'quiet'}
            wide
            onClick={() => openLink(shop[language])}
          >
            {t(`buy.${language}`)}
          </Button>
        ))}
      </div>
      <p className="sub">{t('note')}</p>
    </>
  );
}
