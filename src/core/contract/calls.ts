/**
 * Every call of the API with its schemas: the answers of `answers.ts`, and the bodies and queries that handlers
 * receive.
 */
import { ANSWERS, type CallName } from './answers.ts';
import { CheckInBody, ExportBody, LedgerQuery, ReferralsBody } from './points.ts';
import { CalculationBody, RecordsQuery, SyncBody } from './records.ts';
import { SBT_ANSWERS, SbtClaimBody } from './sbt.ts';
import { SettingsBody } from './settings.ts';
import { ShareBody } from './share.ts';
import { LanguageBody, OnboardingBody, RegisterBody, SessionsBody } from './user.ts';
import { WalletBody } from './wallet.ts';

export const CALLS = {
  ...ANSWERS,
  ...SBT_ANSWERS,
  register: { ...ANSWERS.register, body: RegisterBody },
  onboarding: { ...ANSWERS.onboarding, body: OnboardingBody },
  chooseLanguage: { ...ANSWERS.chooseLanguage, body: LanguageBody },
  saveSettings: { ...ANSWERS.saveSettings, body: SettingsBody },
  linkWallet: { ...ANSWERS.linkWallet, body: WalletBody },
  sessions: { ...ANSWERS.sessions, body: SessionsBody },
  referrals: { ...ANSWERS.referrals, body: ReferralsBody },
  calculation: { ...ANSWERS.calculation, body: CalculationBody },
  sync: { ...ANSWERS.sync, body: SyncBody },
  records: { ...ANSWERS.records, query: RecordsQuery },
  checkInStatus: { ...ANSWERS.checkInStatus, body: CheckInBody },
  claimCheckIn: { ...ANSWERS.claimCheckIn, body: CheckInBody },
  ledger: { ...ANSWERS.ledger, query: LedgerQuery },
  createExport: { ...ANSWERS.createExport, body: ExportBody },
  share: { ...ANSWERS.share, body: ShareBody },
  claimSbt: { ...SBT_ANSWERS.claimSbt, body: SbtClaimBody },
} as const satisfies Record<CallName | keyof typeof SBT_ANSWERS, object>;
