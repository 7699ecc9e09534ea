/** Five questions about SBTs, badges, levels and rewards, with their answers. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { helpUrl } from '#platform/links.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { BadgeAnswer } from './badge-answer.tsx';
import { LevelAnswer } from './level-answer.tsx';
import { RewardsAnswer } from './rewards-answer.tsx';
import './faq.css';

/** By page of the help documents with more details. */
const ANSWERS = {
  sbt: SbtAnswer,
  badge: BadgeAnswer,
  level: LevelAnswer,
  rewards: RewardsAnswer,
  where: WhereAnswer,
} as const;

export function Screen() {
  const { t } = useTranslation('faq');
  return (
    <ScreenLayout subtitle={t('subtitle')}>
      {(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]).map((page) => {
        const Answer = ANSWERS[page];
        return (
          <Question key={page} page={page}>
            <Answer />
          </Question>
        );
      })}
      <p className="sub">{t('disclaimer')}</p>
    </ScreenLayout>
  );
}

function Question({ page, children }: { readonly page: keyof typeof ANSWERS; readonly children: ReactNode }) {
  const { t } = useTranslation('faq');
  const host = useHost();
  const question = t(`${page}.question`);
  const help = helpUrl(page, shownLanguage());
  return (
    <Disclosure title={<h2 className="faq-question">{question}</h2>}>
      <div className="faq-answer">{children}</div>
      {help !== null && (
        <ExternalLink
          className="faq-link"
          href={help}
          onOpen={host.openLink}
          aria-label={t('moreAbout', { question })}
        >
          {t('more')}
        </ExternalLink>
      )}
    </Disclosure>
  );
}

function SbtAnswer() {
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

function WhereAnswer() {
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
