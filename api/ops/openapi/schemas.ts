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
      anyOf: [
        { $ref: refTo('RecordOnWire') },
        { description: 'A record that violates its schema is `rejected` alone.' },
      ],
    },
  ],
]);

const EXAMPLES: Readonly<Partial<Record<keyof typeof NAMED, string | number>>> = {
  Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  Points: '7.5',
  RecordId: '0190163d-8694-739b-aea5-966c26f8ad91',
  Time: '2026-11-24T13:30:00.000Z',
  UserId: 279058397,
};

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  definitions: NAMED,
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideSchema: ({ valibotSchema }) => UNTYPED.get(valibotSchema),
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (valibotAction === Time.pipe[2]) {
      const description = 'Of UTC, and on a day that exists.';
      return { ...jsonSchema, format: 'date-time', pattern: 'Z$', description };
    }
    if (errors === undefined) return null;
    // A number of a query string.
    if ('operation' in valibotAction && valibotAction.operation === Number) return { type: 'integer' };
    if (valibotAction.type === 'regex') {
      return {
        ...jsonSchema,
        pattern: withoutFlags((valibotAction as v.RegexAction<string, string>).requirement),
      };
    }
    if (!('message' in valibotAction) || typeof valibotAction.message !== 'string') return null;
    return { ...jsonSchema, description: `Checked beyond this schema: ${valibotAction.message}.` };
  },
};

/** JSON Schema has no flags. The only letters of any case in the contract are hexadecimal digits. */
function withoutFlags({ source, flags }: RegExp): string {
  return flags.includes('i') ? source.replaceAll('a-f', 'a-fA-F') : source;
}

export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...said } = toJsonSchema(schema, CONFIG);
  return said;
}

export function namedSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = toJsonSchemaDefs(NAMED, CONFIG);
  for (const [name, example] of Object.entries(EXAMPLES)) {
    schemas[name] = { ...schemas[name], examples: [example] };
  }
  return schemas;
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

export function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}
