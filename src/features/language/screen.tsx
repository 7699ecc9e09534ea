/** The choice of language. It changes at once; the server hears of it when there is a network. */
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LANGUAGES, type Language, prepareLanguage, shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowContent } from '#ui/row.tsx';
import { Screen } from '#ui/screen.tsx';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' };

export interface LanguageScreenProps {
  /** Shows a language and keeps the choice. False where its texts cannot be fetched: then nothing has changed. */
  readonly onChoose: (language: Language) => Promise<boolean>;
}

export function LanguageScreen({ onChoose }: LanguageScreenProps) {
  const { t } = useTranslation('language');
  const host = useHost();
  const [isMissing, setIsMissing] = useState(false);
  const current = shownLanguage();

  useEffect(() => {
    for (const language of LANGUAGES) void prepareLanguage(language);
  }, []);

  const choose = async (language: Language) => {
    host.haptic('selection');
    setIsMissing(!(await onChoose(language)));
  };

  return (
    <Screen title={t('title')}>
      <Card rows>
        <ul>
          {LANGUAGES.map((language) => (
            <li key={language}>
              <button
                type="button"
                className="row"
                lang={language}
                aria-pressed={language === current}
                onClick={() => void choose(language)}
              >
                <RowContent
                  label={NAMES[language]}
                  value={language === current && <Check size={24} strokeWidth={1.75} aria-hidden="true" />}
                />
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {isMissing && <Notice tone="warn">{t('missing')}</Notice>}
      <Notice
        action={
          <Button variant="plain" onClick={() => host.openTelegramLink(LINKS.feedback)}>
            {t('report')}
          </Button>
        }
      >
        {t('hint')}
      </Notice>
    </Screen>
  );
}
