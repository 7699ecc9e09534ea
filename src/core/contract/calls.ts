/**
 * Everything that the server answers: the calls of `answers.ts` with the bodies and queries that handlers receive and
 * who may make them, the files, and the calls of other services. Only the server reads it.
 */
import * as v from 'valibot';
import { ANSWERS, type CallName } from './answers.ts';
import { EditsBody, EditsQuery } from './edits.ts';
import { EventReminderBody } from './event-reminders.ts';
import { BadgeMetadata, OpenApi, TokenMetadata, WalletManifest } from './files.ts';
import { CheckInBody, ExportBody, LedgerQuery, ReferralsBody } from './points.ts';
import { PROOF_ANSWERS, ProofQuery } from './proof.ts';
import { CalculationBody, RecordDeletion, RecordsQuery, SyncBody } from './records.ts';
import { SBT_ANSWERS, SbtClaimBody } from './sbt.ts';
import { RevealBody, SEAL_ANSWERS, SealBody } from './seals.ts';
import { SettingsBody } from './settings.ts';
import { ShareBody } from './share.ts';
import { LanguageBody, OnboardingBody, RegisterBody, SessionsBody } from './user.ts';
import { WalletBody } from './wallet.ts';

interface Answered {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{id}` is the signed user's id. */
  readonly path: `/${string}`;
  /** The JSON of an answer; absent for other files. */
  readonly answer?: v.GenericSchema;
}

/** A call with launch data, about the account of the user who signed them. */
export interface SignedKind extends Answered {
  readonly access: 'signed';
  /** The calls per minute and user that it counts among. */
  readonly limit: 'call' | 'batch';
  readonly body?: v.GenericSchema;
  readonly query?: v.GenericSchema;
}

/** A call without launch data, limited by address. */
export interface OpenKind extends Answered {
  readonly access: 'open';
  /** How long shared caches may keep the answer; absent if the route decides. */
  readonly kept?: 'minute' | 'hour';
  /** True if pages of other origins may read the answer. */
  readonly anyOrigin?: true;
  /** The content types of a file that is not JSON. */
  readonly types?: readonly string[];
}

/** A call without launch data or a limit: it costs nothing. */
export interface UnlimitedKind extends Answered {
  readonly access: 'unlimited';
}

/** A call of a service that sends a secret in `header`. */
export interface SecretKind extends Answered {
  readonly access: 'secret';
  readonly header: string;
  readonly body: v.GenericSchema;
}

export type Call = SignedKind | OpenKind | UnlimitedKind | SecretKind;

const SIGNED = { access: 'signed', limit: 'call' } as const;
const OPEN = { access: 'open' } as const;

export const CALLS = {
  register: { ...ANSWERS.register, ...SIGNED, body: RegisterBody },
  onboarding: { ...ANSWERS.onboarding, ...SIGNED, body: OnboardingBody },
  readLanguage: { ...ANSWERS.readLanguage, ...SIGNED },
  chooseLanguage: { ...ANSWERS.chooseLanguage, ...SIGNED, body: LanguageBody },
  readSettings: { ...ANSWERS.readSettings, ...SIGNED },
  saveSettings: { ...ANSWERS.saveSettings, ...SIGNED, body: SettingsBody },
  eventReminders: { ...ANSWERS.eventReminders, ...SIGNED },
  remindOfEvent: { ...ANSWERS.remindOfEvent, ...SIGNED, body: EventReminderBody },
  profile: { ...ANSWERS.profile, ...SIGNED },
  deleteUser: { ...ANSWERS.deleteUser, ...SIGNED },
  linkWallet: { ...ANSWERS.linkWallet, ...SIGNED, body: WalletBody },
  sessions: { ...ANSWERS.sessions, ...SIGNED, body: SessionsBody },
  referrals: { ...ANSWERS.referrals, ...SIGNED, body: ReferralsBody },
  calculation: { ...ANSWERS.calculation, ...SIGNED, body: CalculationBody },
  sync: { ...ANSWERS.sync, access: 'signed', limit: 'batch', body: SyncBody },
  records: { ...ANSWERS.records, ...SIGNED, query: RecordsQuery },
  deleteRecords: { ...ANSWERS.deleteRecords, ...SIGNED },
  deleteRecord: { ...ANSWERS.deleteRecord, ...SIGNED, query: RecordDeletion },
  saveEdits: { ...ANSWERS.saveEdits, ...SIGNED, body: EditsBody },
  edits: { ...ANSWERS.edits, ...SIGNED, query: EditsQuery },
  checkInStatus: { ...ANSWERS.checkInStatus, ...SIGNED, body: CheckInBody },
  claimCheckIn: { ...ANSWERS.claimCheckIn, ...SIGNED, body: CheckInBody },
  ledger: { ...ANSWERS.ledger, ...SIGNED, query: LedgerQuery },
  createExport: { ...ANSWERS.createExport, ...SIGNED, body: ExportBody },
  share: { ...ANSWERS.share, ...SIGNED, body: ShareBody },
  proofPayload: { ...ANSWERS.proofPayload, ...SIGNED },
  claimSbt: { ...SBT_ANSWERS.claimSbt, ...SIGNED, body: SbtClaimBody },
  sbt: { ...SBT_ANSWERS.sbt, ...SIGNED },
  sealPlan: { ...SEAL_ANSWERS.sealPlan, ...SIGNED, body: SealBody },
  revealPlan: { ...SEAL_ANSWERS.revealPlan, ...SIGNED, body: RevealBody },
  revealedPlan: { ...SEAL_ANSWERS.revealedPlan, ...OPEN, kept: 'minute', anyOrigin: true },
  proof: { ...PROOF_ANSWERS.proof, ...SIGNED, query: ProofQuery },
  walletOptions: { ...ANSWERS.walletOptions, ...OPEN, kept: 'minute' },
  market: { ...ANSWERS.market, ...OPEN, kept: 'minute' },
  coins: { ...ANSWERS.coins, ...OPEN, kept: 'minute' },
  calendar: { ...ANSWERS.calendar, ...OPEN, kept: 'minute' },
  health: { ...ANSWERS.health, access: 'unlimited' },
  ready: { ...ANSWERS.ready, access: 'unlimited' },
} as const satisfies Record<
  CallName | keyof typeof SBT_ANSWERS | keyof typeof SEAL_ANSWERS | keyof typeof PROOF_ANSWERS,
  Call
>;

const FILE = { method: 'GET', ...OPEN } as const;
const FOR_ALL = { ...FILE, anyOrigin: true } as const;
const TEXT = { ...FOR_ALL, types: ['text/plain'] } as const;
const TILE = { ...FOR_ALL, types: ['application/octet-stream'] } as const;

/** Files for web views, messengers, wallets, explorers and tools, which send no headers. */
export const FILES = {
  exported: {
    ...FILE,
    path: '/api/exports/{token}',
    types: ['application/json', 'application/x-ndjson', 'text/csv'],
  },
  picture: { ...FILE, path: '/api/share/{token}', types: ['image/jpeg'] },
  openApi: { ...FOR_ALL, path: '/api/openapi.json', kept: 'hour', answer: OpenApi },
  walletManifest: { ...FOR_ALL, path: '/tonconnect-manifest.json', kept: 'minute', answer: WalletManifest },
  badgeCollection: { ...FOR_ALL, path: '/sbt/collection.json', kept: 'hour', answer: TokenMetadata },
  checkpoint: { ...TEXT, path: '/proof/checkpoint' },
  logKeys: { ...TEXT, path: '/proof/keys' },
  tile: { ...TILE, path: '/proof/tile/{level}/{index}' },
  partialTile: { ...TILE, path: '/proof/tile/{level}/{index}.p/{width}' },
  badge: { ...FOR_ALL, path: '/sbt/{language}/{badge}.json', kept: 'hour', answer: BadgeMetadata },
} as const satisfies Record<string, Call>;

/** Calls of other services. Each exists only while its secret is set. */
export const SERVICE_CALLS = {
  /** An update of the Bot API, which sends the secret in this header. */
  webhook: {
    method: 'POST',
    path: '/api/bot/webhook',
    access: 'secret',
    header: 'x-telegram-bot-api-secret-token',
    body: v.looseObject({ update_id: v.pipe(v.number(), v.integer()) }),
  },
} as const satisfies Record<string, Call>;
