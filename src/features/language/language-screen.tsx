/** The choice of language. It applies at once; the server gets it when there is a network. */
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#core/languages.ts';
import { prepareLanguage, shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowContent } from '#ui/row.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLasting } from '#ui/use-lasting.ts';

/** Shorter waits are not mentioned: most texts are already here. */
const NOTICED_MS = 100;

export interface LanguageScreenProps {
  /**
   * Shows a language and keeps the choice. Nothing changes if its texts cannot be fetched: `missing` without a network,
   * `gone` if a new version has removed them.
   */
  readonly onChoose: (language: Language) => Promise<'chosen' | 'missing' | 'gone'>;
}

export function LanguageScreen({ onChoose }: LanguageScreenProps) {
  const { t } = useTranslation(['language', 'common']);
  const host = useHost();
  const { feedback } = LINKS;
  const [outcome, setOutcome] = useState<'chosen' | 'missing' | 'gone'>('chosen');
  /** The choice whose texts are being fetched. */
  const [fetching, setFetching] = useState<Language | null>(null);
  const isLong = useLasting(fetching !== null, NOTICED_MS);
  const current = shownLanguage();
  /** The choice is marked at once; if its texts take long, the mark returns to the current language. */
  const marked = isLong ? current : (fetching ?? current);

  useEffect(() => {
    for (const language of LANGUAGE_CODES) void prepareLanguage(language);
  }, []);

  const choose = async (language: Language) => {
    host.haptic('selection');
    setFetching(language);
    setOutcome(await onChoose(language));
    setFetching((latest) => (latest === language ? null : latest));
  };

  return (
    <ScreenLayout>
      <Card rows>
        <ul>
          {LANGUAGE_CODES.map((language) => (
            <li key={language}>
              <button
                type="button"
                className="row"
                lang={language}
                aria-pressed={language === current}
                aria-busy={language === fetching}
                onClick={() => void choose(language)}
              >
                <RowContent
                  label={LANGUAGES[language].name}
                  value={
                    language === marked ? (
                      <Check />
                    ) : (
                      isLong && language === fetching && <span aria-hidden="true">{t('common:loading')}</span>
                    )
                  }
                />
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <p className="visually-hidden" role="status">
        {isLong && t('common:loading')}
      </p>
      {outcome === 'missing' && <Notice tone="warn">{t('missing')}</Notice>}
      {outcome === 'gone' && (
        <Notice tone="warn" buttons={[{ label: t('common:reload'), onPress: () => location.reload() }]}>
          {t('common:error.screenNewVersion')}
        </Notice>
      )}
      {feedback !== undefined && (
        <Notice
          buttons={[{ label: t('report'), onPress: () => host.openTelegramLink(feedback), variant: 'plain' }]}
        >
          {t('hint')}
        </Notice>
      )}
    </ScreenLayout>
  );
}
