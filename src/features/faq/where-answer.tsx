/** Where badges are. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#i18n/use-translation.ts';

export function WhereAnswer() {
  const { t } = useTranslation('faq');
  return (
    <>
      <p>{t('where.profile')}</p>
      <p>{t('where.all')}</p>
      <p className="faq-places">
        <Link to="/achievements" className="faq-link">
          {t('where.openBadges')}
        </Link>
        <Link to="/profile" className="faq-link">
          {t('where.openProfile')}
        </Link>
      </p>
    </>
  );
}
