/** Shown while a screen is loading. */
import { useTranslation } from '#i18n/use-translation.ts';
import '#ui/spinner.css';

export function Spinner() {
  const { t } = useTranslation();
  return (
    <main className="spinner" aria-busy="true">
      <span className="spinner-wheel" />
      <span className="visually-hidden">{t('loading')}</span>
    </main>
  );
}
