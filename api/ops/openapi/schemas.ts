/** Schemas of the contract as JSON Schema. A description names each check that JSON Schema cannot express. */
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CalendarEvent } from '#core/contract/calendar.ts';
import { ErrorBody } from '#core/contract/errors.ts';
import { EventOnWire, ReferralItem } from '#core/contract/points.ts';
import { Hash, HeadOnWire, Inputs, Points, RecordId, Time, UserId } from '#core/contract/primitives.ts';
import { Coin } from '#core/contract/public.ts';
import { KeptRecord, RecordOnWire, RecordResult, SyncBody } from '#core/contract/records.ts';
import { Settings } from '#core/contract/settings.ts';
import { ProfileRecord } from '#core/contract/user.ts';
import { WalletProof } from '#core/contract/wallet.ts';

/** Components of the document. */
const NAMED = {
  CalendarEvent,
  Coin,
  ErrorBody,
  EventOnWire,
  Hash,
  HeadOnWire,
  Inputs,
  KeptRecord,
  Points,
  ProfileRecord,
  RecordId,
  RecordOnWire,
  RecordResult,
  ReferralItem,
  Settings,
  Time,
  UserId,
  WalletProof,
};

/** Schemas that have no type of their own. */
const UNTYPED: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [Inputs.pipe[0], { type: 'object' }],
  [
    SyncBody.entries.records.item,
    {
      $ref: refTo('RecordOnWire'),
      description: 'A record that violates its schema is `rejected` alone.',
    },
  ],
]);

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  definitions: NAMED,
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideSchema: ({ valibotSchema }) => UNTYPED.get(valibotSchema),
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (errors === undefined) return null;
    // A number of a query string.
    if ('operation' in valibotAction && valibotAction.operation === Number) return { type: 'integer' };
    if (!('message' in valibotAction) || typeof valibotAction.message !== 'string') return null;
    const said = { ...jsonSchema, description: `Checked beyond this schema: ${valibotAction.message}.` };
    // JSON Schema has no flags: its pattern would refuse capital letters.
    if (valibotAction.type === 'regex') delete said.pattern;
    return said;
  },
};

export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...said } = toJsonSchema(schema, CONFIG);
  return said;
}

export function namedSchemas(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(NAMED, CONFIG);
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
