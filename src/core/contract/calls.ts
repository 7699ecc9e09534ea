/** Every call of the API with its schemas. `{id}` in a path is the signed user's id. */
import type * as v from 'valibot';
import { Calendar } from './calendar.ts';
import {
  CheckInBody,
  CheckInClaim,
  CheckInStatus,
  ExportAnswer,
  ExportBody,
  LedgerAnswer,
  LedgerQuery,
  ReferralsAnswer,
  ReferralsBody,
} from './points.ts';
import { Health, MarketOverview } from './public.ts';
import {
  CalculationAnswer,
  CalculationBody,
  RecordsAnswer,
  RecordsDeleted,
  RecordsQuery,
  SyncAnswer,
  SyncBody,
} from './records.ts';
import { SettingsAnswer, SettingsBody } from './settings.ts';
import {
  DeleteAnswer,
  LanguageAnswer,
  LanguageBody,
  OnboardingAnswer,
  OnboardingBody,
  ProfileRecord,
  RegisterAnswer,
  RegisterBody,
  SessionsAnswer,
  SessionsBody,
} from './user.ts';

export const CALLS = {
  register: { method: 'POST', path: '/api/user/register', body: RegisterBody, answer: RegisterAnswer },
  onboarding: {
    method: 'POST',
    path: '/api/user/onboarding',
    body: OnboardingBody,
    answer: OnboardingAnswer,
  },
  readLanguage: { method: 'GET', path: '/api/user/language/{id}', answer: LanguageAnswer },
  chooseLanguage: {
    method: 'PATCH',
    path: '/api/user/language',
    body: LanguageBody,
    answer: LanguageAnswer,
  },
  readSettings: { method: 'GET', path: '/api/user/settings/{id}', answer: SettingsAnswer },
  saveSettings: { method: 'PUT', path: '/api/user/settings', body: SettingsBody, answer: SettingsAnswer },
  profile: { method: 'GET', path: '/api/user/{id}', answer: ProfileRecord },
  deleteUser: { method: 'DELETE', path: '/api/user/{id}', answer: DeleteAnswer },
  sessions: { method: 'POST', path: '/api/user/sessions', body: SessionsBody, answer: SessionsAnswer },
  referrals: { method: 'POST', path: '/api/referrals', body: ReferralsBody, answer: ReferralsAnswer },
  calculation: {
    method: 'POST',
    path: '/api/referral/calculations',
    body: CalculationBody,
    answer: CalculationAnswer,
  },
  sync: { method: 'POST', path: '/api/sync', body: SyncBody, answer: SyncAnswer },
  records: { method: 'GET', path: '/api/records/{id}', query: RecordsQuery, answer: RecordsAnswer },
  deleteRecords: { method: 'DELETE', path: '/api/records/{id}', answer: RecordsDeleted },
  deleteRecord: { method: 'DELETE', path: '/api/records/{id}/{recordId}', answer: RecordsDeleted },
  checkInStatus: { method: 'POST', path: '/api/checkin/status', body: CheckInBody, answer: CheckInStatus },
  claimCheckIn: { method: 'POST', path: '/api/checkin/claim', body: CheckInBody, answer: CheckInClaim },
  ledger: { method: 'GET', path: '/api/ledger/{id}', query: LedgerQuery, answer: LedgerAnswer },
  createExport: { method: 'POST', path: '/api/exports', body: ExportBody, answer: ExportAnswer },
  market: { method: 'GET', path: '/api/market/overview', answer: MarketOverview },
  calendar: { method: 'GET', path: '/api/calendar', answer: Calendar },
  health: { method: 'GET', path: '/api/health', answer: Health },
} as const;

export type CallName = keyof typeof CALLS;
export type AnswerOf<Name extends CallName> = v.InferOutput<(typeof CALLS)[Name]['answer']>;

/** Calls without a signature. `GET /api/exports/{token}` answers a file and is the only other one. */
export const PUBLIC_CALLS: readonly CallName[] = ['market', 'calendar', 'health'];
