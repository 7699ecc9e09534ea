/** The API as an OpenAPI 3.1 document: every call of the contract. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { CALLS, type Call, FILES, SERVICE_CALLS, type SignedKind } from '#core/contract/calls.ts';
import { ERRORS } from '#core/contract/errors.ts';
import {
  AUTHORIZATION_SCHEME,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DELETION_PROOF_HEADER,
  GENERATION_HEADER,
} from '#core/contract/version.ts';
import { jsonSchemaOf, namedSchemas, refTo } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export function openApi() {
  const calls: Readonly<Record<string, Call>> = { ...CALLS, ...FILES, ...SERVICE_CALLS };
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, call] of Object.entries(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'iRICH', version: `${CONTRACT_VERSION}` },
    paths,
    components: {
      schemas: namedSchemas(),
      parameters: HEADERS,
      responses: {
        error: {
          description: Object.entries(ERRORS)
            .map(([code, status]) => `\`${code}\`: ${status}`)
            .join(', '),
          content: json({ $ref: refTo('ErrorBody') }),
        },
      },
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

function operation(operationId: string, call: Call) {
  const body = 'body' in call ? call.body : undefined;
  return {
    operationId,
    security: SECURITY[call.access],
    parameters: [
      ...inPath(call.path),
      ...(call.access === 'signed' ? inQuery(call) : []),
      ...headersOf(call).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(jsonSchemaOf(body)) } }),
    responses: {
      200:
        call.answer === undefined
          ? { description: 'A file, or JSON without a schema.' }
          : { description: 'The answer.', content: json(jsonSchemaOf(call.answer)) },
      default: { $ref: '#/components/responses/error' },
    },
  };
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
};

function headersOf(call: Call): (keyof typeof HEADERS)[] {
  if (call === CALLS.deleteUser) return ['contract', 'generation', 'deletionProof'];
  return call.access === 'signed' ? ['contract', 'generation'] : ['contract'];
}

function header(name: string, description: string, type: 'integer' | 'string' = 'integer'): Parameter {
  return { name, in: 'header', required: false, schema: { type, description } };
}

function inPath(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { $ref: refTo('UserId') } : { type: 'string' },
  }));
}

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

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}
