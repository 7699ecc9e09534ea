/** Verify my points: the user's published total, checked on this phone link by link, and all that this phone watches. */
import type { ReactNode } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { TotalCheck, TotalWatch } from '#device/proof-model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { shownDay, shownSum } from '#i18n/published-figures.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { Chain } from './chain.tsx';
import { EventsCard } from './events-card.tsx';
import { Failures, ForkNotice, OpenEvidence, WrongNotice } from './failures.tsx';
import { Limits } from './limits.tsx';
import { PublishedCard } from './published-card.tsx';
import { type Check, useCheck } from './use-check.ts';
import './proof.css';

/** Faults of the profile: the events themselves are valid. */
const OF_PROFILE = ['points', 'level', 'badges', 'friends', 'streak'];

export interface ProofScreenProps {
  /** Passports, where the build knows a log. @param onFork shows what this phone has seen anew */
  readonly passport: (onFork: () => void) => ReactNode;
}

export function ProofScreen({ passport }: ProofScreenProps) {
  const check = useCheck();
  const { watch, result } = check;
  const total = result?.total ?? watch?.last ?? null;
  return (
    <ScreenLayout>
      {watch?.fork != null && !isForkedNow(check) && <ForkNotice fork={watch.fork} />}
      {watch?.wrong.map((one) => (
        <WrongNotice key={one.at} wrong={one} />
      ))}
      <Summary check={check} />
      {check.step === null && <Failures links={check.links} />}
      {check.step === null && <OpenEvidence links={check.links} />}
      <Remarks result={result} watch={watch} />
      {watch !== undefined && watch.since !== null && total !== null && (
        <PublishedCard verdict={total.verdict} watch={watch} />
      )}
      {watch?.isPinned === true && passport(check.start)}
      <Limits />
      {/* Last, since it may be endless. */}
      <EventsCard version={result} />
    </ScreenLayout>
  );
}

/** Nothing is published of this user, and nothing had to be. */
function isNothing({ leaf }: Check['links']): boolean {
  return leaf?.state === 'open' && leaf.why === 'none';
}

/** Its own failure says so. */
function isForkedNow({ links: { consistent } }: Check): boolean {
  return consistent?.state === 'fault' && consistent.fault === 'fork';
}

/** The total, the chain, the verdict in one line, and the button. */
function Summary({ check }: { readonly check: Check }) {
  const { t } = useTranslation('proof');
  const { watch, result, links, step, isBroken, start } = check;
  const total = result?.total ?? watch?.last ?? null;
  const { leaf } = total?.verdict ?? { leaf: null };
  return (
    <Card className="proof-summary">
      {leaf !== null && (
        <p className="proof-total">
          <span className="sub">{t('total', { day: shownDay(leaf.day) })}</span>
          <span className="proof-figure rich">{shownSum(leaf.total)}</span>
        </p>
      )}
      <p className="proof-verdict" role="status">
        <Verdict check={check} />
      </p>
      {isBroken && <Notice tone="warn">{t('broken')}</Notice>}
      {result !== null && step === null && <Events result={result} />}
      {watch?.isPinned === true && !isNothing(links) && (
        <Chain links={links} verdict={step === null ? (total?.verdict ?? null) : null} />
      )}
      <Button wide busy={step !== null} onClick={start}>
        {total === null && result === null ? t('check') : t('again')}
      </Button>
    </Card>
  );
}

function Verdict({ check: { watch, result, step, links } }: { readonly check: Check }) {
  const { t } = useTranslation('proof');
  if (watch === undefined) return t('loading');
  if (step !== null) {
    if (step.stage !== 'events') return t(`step.${step.stage}`);
    // Readers of the screen hear the verdict, not every step on the way to it.
    return (
      <span aria-hidden="true">
        {t('step.events', { checked: wholeNumber(step.checked), all: wholeNumber(step.all) })}
      </span>
    );
  }
  const states = Object.values(links).map(({ state }) => state);
  if (states.includes('fault') || (result?.events.ok === false && result.events.fault !== 'unknown_rules'))
    return <span className="loss">{t('verdict.wrong')}</span>;
  if (!watch.isPinned) return t('verdict.unpinned');
  // Nothing that is shown after a fork makes it right.
  if (watch.fork !== null) return <span className="loss">{t('verdict.wrong')}</span>;
  if (isNothing(links)) return t('verdict.none');
  if (states.length > 0 && states.every((state) => state === 'ok'))
    return <span className="gain">{t('verdict.right')}</span>;
  return t('verdict.open');
}

/** The check of the user's own events in one line. */
function Events({ result: { events, total } }: { readonly result: TotalCheck }) {
  const { t } = useTranslation('proof');
  const isRepeated = total !== null && total.fetchedAt < total.checkedAt;
  return (
    <div className="proof-events-line sub">
      <p>
        {events.ok
          ? t('events', { count: events.events, events: wholeNumber(events.events) })
          : events.fault === 'unknown_rules'
            ? t('eventsUpdate')
            : OF_PROFILE.includes(events.fault)
              ? t('eventsShown')
              : t('eventsWrong', { seq: wholeNumber(events.seq) })}
      </p>
      {total !== null && (
        <p>
          {isRepeated
            ? t('repeated', { time: timeOfDay(total.checkedAt), kept: timeOfDay(total.fetchedAt) })
            : t('checkedAt', { time: timeOfDay(total.checkedAt) })}
        </p>
      )}
    </div>
  );
}

/** Nothing is published of this user: yet, or for days in which it should have been. */
function Nothing({ missingDays }: { readonly missingDays: number }) {
  const { t } = useTranslation('proof');
  if (missingDays === 0) return <Notice>{t('noneWhy')}</Notice>;
  return <Notice tone="warn">{t('noneLate', { count: missingDays })}</Notice>;
}

/** What is worth knowing beside the verdict. */
function Remarks({
  result,
  watch,
}: {
  readonly result: TotalCheck | null;
  readonly watch: TotalWatch | undefined;
}) {
  const { t } = useTranslation(['proof', 'profile']);
  const lost = (useLive(useDevice().live.restored) ?? []).filter(({ eventsLost }) => eventsLost > 0);
  const total = result?.total ?? watch?.last ?? null;
  const verdict = total?.verdict;
  const trouble = result?.trouble ?? null;
  const missingDays = total?.missingDays ?? 0;
  return (
    <>
      {trouble !== null && (
        <Notice tone="warn">
          {trouble === 'offline' && total === null ? t('trouble.offlineFirst') : t(`trouble.${trouble}`)}
        </Notice>
      )}
      {watch?.isPinned === false && <Notice>{t('unpinnedWhy')}</Notice>}
      {verdict !== undefined && isNothing(verdict.links) && (
        <Nothing missingDays={verdict.newestDay == null && trouble === null ? missingDays : 0} />
      )}
      {verdict?.restored.map(({ day, restored }) => (
        <Notice key={day} tone="warn">
          {t('restored', { day: shownDay(day), common: shownDay(restored) })}{' '}
          {verdict.isForgiven && t('forgiven')}
        </Notice>
      ))}
      {lost.map(({ noticedAt, eventsLost }) => (
        <Notice key={noticedAt} tone="warn">
          {t('profile:verify.lost', { count: eventsLost, date: timeOfDay(noticedAt) })}
        </Notice>
      ))}
      {missingDays > 0 && verdict?.newestDay != null && (
        <Notice tone="warn">
          {t(trouble === null ? 'missing' : 'unseen', {
            count: missingDays,
            day: shownDay(verdict.newestDay),
          })}
        </Notice>
      )}
      {total !== null && total.daysBehind > 0 && (
        <Notice tone="warn">{t('clockBehind', { count: total.daysBehind })}</Notice>
      )}
      {watch?.isPinned === true && watch.quorum === 0 && <Notice>{t('alone')}</Notice>}
    </>
  );
}
