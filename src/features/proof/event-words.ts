/** An event of the ledger in words. */
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { readFact } from '#core/points/facts.ts';
import { pointsFull } from '#i18n/points.ts';
import type { Translation } from '#i18n/use-translation.ts';

type T = Translation<readonly ['proof', 'profile', 'calculators']>['t'];

export interface EventWords {
  readonly what: string;
  /** Why a calculation was awarded nothing; null for any other event. */
  readonly why: string | null;
}

export function wordsOf(event: StoredEvent, t: T): EventWords {
  return { what: nameOf(event, t), why: reasonOf(event, t) };
}

function nameOf({ type, data }: StoredEvent, t: T): string {
  const fact = readFact(type, data);
  switch (fact?.type) {
    case 'Registered.v1':
      return fact.data.referrer === null ? t('proof:event.joined') : t('proof:event.joinedBy');
    case 'OnboardingCompleted.v1':
      return t('proof:event.onboarded');
    case 'CalculationRecorded.v1':
      return t('proof:event.calculation', { name: calculatorOf(fact.data.calculationType, t) });
    case 'CheckInClaimed.v1':
      return t('proof:event.checkIn', { day: fact.data.label });
    case 'CreditReceived.v1': {
      const { cause, basis, premium } = fact.data;
      if (cause === 'friend_registered')
        return premium ? t('proof:event.friendPremium') : t('proof:event.friend');
      const points = pointsFull(basis);
      return cause === 'friend_activity'
        ? t('proof:event.friendActivity', { points })
        : t('proof:event.friendReferral', { points });
    }
    case 'Correction.v1':
      return t('proof:event.correction', { reason: fact.data.reason });
    case 'DataDeleted.v1':
      return t('proof:event.deleted');
    case 'WalletLinked.v1':
      return t('proof:event.wallet');
    case 'WalletUnlinked.v1':
      return t('proof:event.unlinked', { reason: fact.data.reason });
    case 'PlanSealed.v1':
      return t('proof:event.planSealed');
    case 'PlanRevealed.v1':
      return t('proof:event.planRevealed');
    case undefined:
      return t('proof:event.other', { type });
  }
}

function calculatorOf(type: CalculationType, t: T): string {
  return CALCULATION_TYPES.includes(type) ? t(`calculators:name.${type}`) : type;
}

function reasonOf({ type, data }: StoredEvent, t: T): string | null {
  const fact = readFact(type, data);
  if (fact?.type !== 'CalculationRecorded.v1' || fact.data.reason === 'counted') return null;
  return t(`proof:reason.${fact.data.reason}`);
}
