/** What the promo offers: its points, the promo code, and the two shops. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#platform/clipboard.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Button } from '#ui/button.tsx';

const POINTS = ['keys', 'confirm', 'phone', 'backup'] as const;
const SHOPS = ['en', 'ru'] as const;
const COPIED_MS = 1500;

export function Offer() {
  const { t } = useTranslation('advert');
  const { openLink } = useHost();
  const { promoCode, shop } = LINKS.advert;
  const own = shownLanguage();
  return (
    <>
      <ul className="advert-points">
        {POINTS.map((point) => (
          <li key={point}>
            <Check size={20} strokeWidth={1.75} aria-hidden="true" />
            {t(`points.${point}`)}
          </li>
        ))}
      </ul>
      {promoCode !== null && <PromoCode code={promoCode} />}
      <div className="advert-shops">
        {/* The shop in the language shown comes first. */}
        {SHOPS.toSorted((a) => (a === own ? -1 : 1)).map((language) => (
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

function PromoCode({ code }: { readonly code: string }) {
  const { t } = useTranslation('advert');
  const host = useHost();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const isCopied = await copyText(code);
    host.haptic(isCopied ? 'success' : 'error');
    setOutcome(isCopied ? 'copied' : 'failed');
  };

  return (
    <button type="button" className="advert-code" onClick={() => void copy()}>
      <span>
        <span className="sub">{t('promo', { percent: LINKS.advert.discountPercent })}</span>
        <b>{code}</b>
      </span>
      <span className="advert-copy" role="status">
        {outcome !== 'copied' && <Copy size={20} strokeWidth={1.75} aria-hidden="true" />}
        {t(`copy.${outcome ?? 'idle'}`)}
      </span>
    </button>
  );
}
