/** The app is closed outside the messaging app, and inside it on anything but a phone. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { fetchAppLink } from '#platform/app-link.ts';
import '#ui/button.css';
import './closed-screen.css';

export function ClosedScreen({ reason }: { readonly reason: 'outside' | 'not_mobile' }) {
  const { t } = useTranslation('launch');
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    document.title = import.meta.env.VITE_APP_NAME;
    void fetchAppLink().then(setLink);
  }, []);

  return (
    <main className="closed">
      <img src="/mark.svg" alt="" width="96" height="96" />
      <h1>{t(`${reason}.title`)}</h1>
      <p>{t(`${reason}.text`)}</p>
      <p className="closed-subtitle">{t(`${reason}.subtitle`)}</p>
      {/* Keeps its place until the link is known. */}
      <div className="closed-way">
        {link !== null && (
          <a className="button button-primary" href={link}>
            {t(`${reason}.open`)}
          </a>
        )}
      </div>
    </main>
  );
}
