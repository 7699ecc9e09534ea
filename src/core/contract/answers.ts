/**
 * The calls of the API and their answers: all that a caller needs. `{id}` in a path is the signed user's id. Calls used
 * long after the start have files of their own (`sbt.ts`).
 */
import type * as v from 'valibot';
import { Calendar } from './calendar.ts';
import { CoinList } from './coins.ts';
import { EditsAnswer, EditsSaved } from './edits.ts';
import { EventReminders } from './event-reminders.ts';
import { CheckInClaim, CheckInStatus, ExportAnswer, LedgerAnswer, ReferralsAnswer } from './points.ts';
import { Health, MarketOverview, Ready } from './public.ts';
import { CalculationAnswer, RecordDeleted, RecordsAnswer, RecordsDeleted, SyncAnswer } from './records.ts';
import { SettingsAnswer } from './settings.ts';
import { ShareAnswer } from './share.ts';
import {
  DeleteAnswer,
  LanguageAnswer,
  OnboardingAnswer,
  ProfileRecord,
  RegisterAnswer,
  SessionsAnswer,
} from './user.ts';
import { ProofPayloadAnswer, WalletAnswer, WalletOptions } from './wallet.ts';

export const ANSWERS = {
  register: { method: 'POST', path: '/api/user/register', answer: RegisterAnswer },
  onboarding: { method: 'POST', path: '/api/user/onboarding', answer: OnboardingAnswer },
  readLanguage: { method: 'GET', path: '/api/user/language/{id}', answer: LanguageAnswer },
  chooseLanguage: { method: 'PATCH', path: '/api/user/language', answer: LanguageAnswer },
  readSettings: { method: 'GET', path: '/api/user/settings/{id}', answer: SettingsAnswer },
  saveSettings: { method: 'PUT', path: '/api/user/settings', answer: SettingsAnswer },
  eventReminders: { method: 'GET', path: '/api/user/event-reminders/{id}', answer: EventReminders },
  remindOfEvent: { method: 'PUT', path: '/api/user/event-reminders', answer: EventReminders },
  profile: { method: 'GET', path: '/api/user/{id}', answer: ProfileRecord },
  deleteUser: { method: 'DELETE', path: '/api/user/{id}', answer: DeleteAnswer },
  linkWallet: { method: 'POST', path: '/api/user/wallet', answer: WalletAnswer },
  sessions: { method: 'POST', path: '/api/user/sessions', answer: SessionsAnswer },
  referrals: { method: 'POST', path: '/api/referrals', answer: ReferralsAnswer },
  calculation: { method: 'POST', path: '/api/referral/calculations', answer: CalculationAnswer },
  sync: { method: 'POST', path: '/api/sync', answer: SyncAnswer },
  records: { method: 'GET', path: '/api/records/{id}', answer: RecordsAnswer },
  deleteRecords: { method: 'DELETE', path: '/api/records/{id}', answer: RecordsDeleted },
  deleteRecord: { method: 'DELETE', path: '/api/records/{id}/{recordId}', answer: RecordDeleted },
  saveEdits: { method: 'POST', path: '/api/edits', answer: EditsSaved },
  edits: { method: 'GET', path: '/api/edits/{id}', answer: EditsAnswer },
  checkInStatus: { method: 'POST', path: '/api/checkin/status', answer: CheckInStatus },
  claimCheckIn: { method: 'POST', path: '/api/checkin/claim', answer: CheckInClaim },
  ledger: { method: 'GET', path: '/api/ledger/{id}', answer: LedgerAnswer },
  createExport: { method: 'POST', path: '/api/exports', answer: ExportAnswer },
  share: { method: 'POST', path: '/api/share', answer: ShareAnswer },
  proofPayload: { method: 'GET', path: '/api/wallet/proof-payload', answer: ProofPayloadAnswer },
  walletOptions: { method: 'GET', path: '/api/wallet/options', answer: WalletOptions },
  market: { method: 'GET', path: '/api/market/overview', answer: MarketOverview },
  coins: { method: 'GET', path: '/api/coins', answer: CoinList },
  calendar: { method: 'GET', path: '/api/calendar', answer: Calendar },
  health: { method: 'GET', path: '/api/health', answer: Health },
  ready: { method: 'GET', path: '/api/health/ready', answer: Ready },
} as const;

export type CallName = keyof typeof ANSWERS;
export type AnswerOf<Name extends CallName> = v.InferOutput<(typeof ANSWERS)[Name]['answer']>;

/** Calls that the app makes without a signature. */
export const PUBLIC_CALLS: readonly CallName[] = [
  'market',
  'coins',
  'calendar',
  'walletOptions',
  'health',
  'ready',
];
