/** The API as an OpenAPI 3.1 document: every call of the contract. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { ANONYMOUS_PER_MINUTE, BATCHES_PER_MINUTE, CALLS_PER_MINUTE } from '#api/runtime/http/limits.ts';
import type { AnyCallName } from '#core/contract/call-errors.ts';
import { CALLS, type Call, FILES, SERVICE_CALLS, type SignedKind } from '#core/contract/calls.ts';
import {
  AUTHORIZATION_SCHEME,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DELETION_PROOF_HEADER,
  GENERATION_HEADER,
  MAX_BODY_BYTES,
  OLDEST_CONTRACT,
} from '#core/contract/version.ts';
import { ANSWER_HEADERS, ERROR_EXAMPLES, responsesOf } from './responses.ts';
import { json, jsonSchemaOf, namedSchemas, refTo } from './schemas.ts';
import { SUMMARIES } from './summaries.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

const ALL: Readonly<Record<AnyCallName, Call>> = { ...CALLS, ...FILES, ...SERVICE_CALLS };

export function openApi() {
  const errors: Parameters<typeof responsesOf>[2] = {};
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, call] of Object.entries(ALL) as [AnyCallName, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call, errors) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'iRICH', version: `${CONTRACT_VERSION}`, description: ABOUT },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: namedSchemas(),
      parameters: HEADERS,
      headers: ANSWER_HEADERS,
      responses: errors,
      examples: ERROR_EXAMPLES,
      securitySchemes: {
        launchData: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: `\`${AUTHORIZATION_SCHEME} <launch data>\`, as the messaging app signed them. Calls concern the account of the user in them.`,
        },
        webhookSecret: { type: 'apiKey', in: 'header', name: SERVICE_CALLS.webhook.header },
      },
    },
  };
}

/** As the file holds it: a line per value, so that a change of the contract is a change of a few lines. */
export function documentText(): string {
  return `${JSON.stringify(openApi(), null, 1)}\n`;
}

const ABOUT = [
  `The version is that of the contract. Clients send theirs in \`${CONTRACT_HEADER}\`; the server answers ${OLDEST_CONTRACT} and ${CONTRACT_VERSION}.`,
  'An error is `{"error": {"code", "message", "path"?}}`: `code` is stable, `path` names the faulty field. An unknown path is 404 `not_found`; an unknown method is 405 `method_not_allowed` with `Allow`. Where GET is answered, HEAD is too.',
  'More fields in a body than are described here are ignored, and so are fields named `__proto__`, `prototype` and `constructor`.',
].join('\n\n');

const PER_MINUTE = { call: CALLS_PER_MINUTE, batch: BATCHES_PER_MINUTE } as const;

function operation(name: AnyCallName, call: Call, errors: Parameters<typeof responsesOf>[2]) {
  const body = 'body' in call ? call.body : undefined;
  return {
    operationId: name,
    summary: SUMMARIES[name],
    description: limitOf(call),
    security: SECURITY[call.access],
    parameters: [
      ...inPath(call.path),
      ...(call.access === 'signed' ? inQuery(call) : []),
      ...headersOf(call).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            description: `At most ${MAX_BODY_BYTES / 1024} KiB.`,
            required: true,
            content: json(jsonSchemaOf(body)),
          },
        }),
    responses: responsesOf(name, call, errors),
  };
}

function limitOf(call: Call): string {
  switch (call.access) {
    case 'signed':
      return `At most ${PER_MINUTE[call.limit]} calls of this kind a minute and user; faulty launch data count against the address.`;
    case 'open':
      return `At most ${ANONYMOUS_PER_MINUTE} calls without launch data a minute and address.`;
    case 'secret':
      return 'For another service. The path exists only where its secret is set.';
    case 'unlimited':
      return 'Without a limit.';
  }
}

const SECURITY = {
  signed: [{ launchData: [] }],
  open: [],
  unlimited: [],
  secret: [{ webhookSecret: [] }],
} as const satisfies Record<Call['access'], unknown>;

const HEADERS = {
  contract: header(CONTRACT_HEADER, "The client's contract version; the newest without it."),
  generation: header(GENERATION_HEADER, 'How many deletions this device knows of.'),
  deletionProof: header(DELETION_PROOF_HEADER, 'The proof of an earlier deletion.', 'string'),
  knownTag: header('if-none-match', 'The `ETag` that the caller has.', 'string'),
};

function headersOf(call: Call): (keyof typeof HEADERS)[] {
  if (call === CALLS.deleteUser) return ['contract', 'generation', 'deletionProof'];
  if (call.access === 'signed') return ['contract', 'generation'];
  return call.access === 'open' && call.kept !== undefined ? ['contract', 'knownTag'] : ['contract'];
}

function header(name: string, description: string, type: 'integer' | 'string' = 'integer'): Parameter {
  const schema = type === 'integer' ? { type, minimum: 0, description } : { type, description };
  return { name, in: 'header', required: false, schema };
}

function inPath(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: IN_PATH[name] ?? { type: 'string' },
  }));
}

const IN_PATH: Readonly<Record<string, JsonSchema>> = {
  id: { $ref: refTo('UserId') },
  user: { $ref: refTo('UserId') },
  recordId: { $ref: refTo('RecordId') },
  hash: { $ref: refTo('Hash') },
};

function inQuery({ query }: SignedKind): Parameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
}
