/** How to get an SBT. */
import { useTranslation } from '#i18n/use-translation.ts';

export function SbtAnswer() {
  const { t } = useTranslation('faq');
  return (
    <>
      <p>{t('sbt.what')}</p>
      <ol className="faq-steps">
        <li>{t('sbt.earn')}</li>
        <li>{t('sbt.connect')}</li>
        <li>{t('sbt.claim')}</li>
      </ol>
      <p>{t('sbt.oneWallet')}</p>
    </>
  );
}
