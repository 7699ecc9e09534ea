/** How to get a badge: the four families and the bounds of their tiers. */
import { BADGE_FAMILIES, type BadgeFamily } from '#core/points/badges.ts';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { pointsShort } from '#i18n/points.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Badge } from '#ui/badge.tsx';

/** The tier whose picture represents its family. */
const SHOWN_TIER: Readonly<Record<BadgeFamily, number>> = { lev: 5, ref: 8, chain: 11, streak: 12 };

export function BadgeAnswer() {
  const { t } = useTranslation('faq');
  return (
    <>
      <p>{t('badge.what')}</p>
      {BADGE_FAMILIES.map((family) => (
        <section key={family} className="faq-family" aria-labelledby={`faq-${family}`}>
          <div className="faq-family-head">
            <Badge family={family} tier={SHOWN_TIER[family]} size={48} />
            <div>
              <h3 id={`faq-${family}`} className="faq-heading">
                {t(`badge.family.${family}`)}
              </h3>
              <p className="sub">{t(`badge.how.${family}`)}</p>
            </div>
          </div>
          {family !== 'lev' && (
            <ol className="faq-tiers">
              {CURRENT_RULES.badges[family].map((bound, index) => (
                <li key={bound}>
                  <span className="visually-hidden">{t('badge.tier', { tier: index + 1 })}</span>
                  <span className="faq-tier" aria-hidden="true">
                    {index + 1}
                  </span>
                  {family === 'chain' ? pointsShort(bound) : wholeNumber(bound)}
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
      <p>{t('badge.kept')}</p>
    </>
  );
}
