/**
 * In a plain browser, before any account data is shown or kept: names the account that the link opens, and asks whether
 * to continue.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { fetchAppLink } from '#platform/app-link.ts';
import type { HostUser } from '#platform/host.ts';
import { Button } from '#ui/button.tsx';
import './closed-screen.css';

export interface AskScreenProps {
  readonly user: HostUser;
  /** Asks the server; does not resolve if the app opens. */
  readonly onContinue: () => Promise<'refused' | 'unknown'>;
}

export function AskScreen({ user, onContinue }: AskScreenProps) {
  const { t } = useTranslation('launch');
  const [link, setLink] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'checking' | 'refused' | 'unknown'>('asking');
  useEffect(() => {
    document.title = import.meta.env.VITE_APP_NAME;
    void fetchAppLink().then(setLink);
  }, []);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || `${user.id}`;
  const account = user.username === null ? `${user.id}` : `@${user.username} · ${user.id}`;

  return (
    <main className="closed">
      <img src="/mark.svg" alt="" width="96" height="96" />
      <h1>{t('ask.title')}</h1>
      <p>{t('ask.text', { name })}</p>
      <p className="closed-subtitle">{account}</p>
      {(state === 'refused' || state === 'unknown') && <p role="alert">{t(`ask.${state}`)}</p>}
      <div className="closed-way closed-ways">
        {state !== 'refused' && (
          <Button
            busy={state === 'checking'}
            onClick={() => {
              setState('checking');
              void onContinue().then(setState);
            }}
          >
            {t('ask.continue', { name })}
          </Button>
        )}
        {link !== null && (
          <a className="button button-quiet" href={link}>
            {t('ask.open')}
          </a>
        )}
      </div>
    </main>
  );
}
