/** Five questions about badges, levels and points. */

import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { helpUrl } from '#platform/links.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Screen } from '#ui/screen.tsx';

const QUESTIONS = ['sbt', 'badge', 'level', 'rewards', 'where'] as const;

export function FaqScreen() {
  const { t } = useTranslation('faq');
  const host = useHost();
  return (
    <Screen title={t('title')}>
      {QUESTIONS.map((question) => (
        <Disclosure key={question} title={t(`${question}.question`)}>
          <p>{t(`${question}.answer`)}</p>
          <Button variant="plain" onClick={() => host.openLink(helpUrl(question, shownLanguage()))}>
            {t('more')}
          </Button>
        </Disclosure>
      ))}
    </Screen>
  );
}
