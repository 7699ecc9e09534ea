/** What a call answers, by status: its answer, and every error that it may answer with. */
import { fail } from '#api/runtime/http/answer.ts';
import { type AnyCallName, errorsOf } from '#core/contract/call-errors.ts';
import { CALLS, type Call } from '#core/contract/calls.ts';
import { ERRORS, type ErrorCode } from '#core/contract/errors.ts';
import { CONTRACT_HEADER } from '#core/contract/version.ts';
import { json, jsonSchemaOf, refTo } from './schemas.ts';

type Response = ReturnType<typeof errorResponse> | { readonly description: string };

/** The headers of answers, as components of the document. */
export const ANSWER_HEADERS = {
  contract: answerHeader("The server's contract version.", 'integer'),
  requestId: answerHeader('The id of this request in the log of the server.', 'string'),
  etag: answerHeader('Send it back in `If-None-Match`.', 'string'),
  retryAfter: answerHeader('Seconds until the call may be repeated.', 'integer'),
};

/** The body of each error, as components of the document. */
export const ERROR_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { message } = fail(code).error;
    return [code, { value: { error: { code, message } } }] as const;
  }),
);

/** @param components takes the errors that calls share. */
export function responsesOf(name: AnyCallName, call: Call, components: Record<string, Response>) {
  const errors = [...new Set(errorsOf(name, call))];
  const statuses = [...new Set(errors.map((code) => ERRORS[code]))];
  return {
    200: success(call),
    ...(isKept(call)
      ? {
          304: {
            description: 'The caller has it already.',
            headers: headers('contract', 'requestId', 'etag'),
          },
        }
      : {}),
    ...Object.fromEntries(
      statuses.map((status) => {
        const codes = errors.filter((code) => ERRORS[code] === status);
        const shared = codes.join('_or_');
        components[shared] = errorResponse(codes);
        const said = { $ref: `#/components/responses/${shared}` };
        return [status, call === CALLS.ready && status === 503 ? failingOr(codes) : said];
      }),
    ),
  };
}

function success(call: Call) {
  if ('types' in call && call.types !== undefined) {
    return {
      description: 'The file.',
      content: Object.fromEntries(call.types.map((type) => [type, {}])),
    };
  }
  if (call.answer === undefined) return { description: 'Taken.', content: json({ type: 'object' }) };
  return {
    description: 'The answer.',
    ...(call === CALLS.ready
      ? {}
      : { headers: headers('contract', 'requestId', ...(isKept(call) ? (['etag'] as const) : [])) }),
    content: json(jsonSchemaOf(call.answer)),
  };
}

function isKept(call: Call): boolean {
  return call.access === 'open' && call.kept !== undefined;
}

/** A server that is not ready says so with the same report. */
function failingOr(codes: readonly ErrorCode[]) {
  const report = jsonSchemaOf(CALLS.ready.answer);
  return {
    description: `\`status\` is \`failing\`, or an error. ${described(codes)}`,
    content: json({ anyOf: [report, errorSchema(codes)] }),
  };
}

function errorResponse(codes: readonly ErrorCode[]) {
  const waits = codes.some((code) => 'retryAfterS' in fail(code).error);
  const isLimit = codes.every((code) => ERRORS[code] === 429);
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  return {
    description: described(codes),
    headers: {
      ...headers('contract', 'requestId'),
      ...(isLimit ? { 'retry-after': { ...ANSWER_HEADERS.retryAfter, required: true } } : {}),
      ...(waits ? headers('retryAfter') : {}),
    },
    content: {
      'application/json': { schema: errorSchema(codes), examples: Object.fromEntries(examples) },
    },
  };
}

function described(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${fail(code).error.message}`).join(' ');
}

function errorSchema(codes: readonly ErrorCode[]) {
  const code = { enum: [...codes] };
  return {
    allOf: [
      { $ref: refTo('ErrorBody') },
      { type: 'object' as const, properties: { error: { type: 'object' as const, properties: { code } } } },
    ],
  };
}

const NAMES = {
  contract: CONTRACT_HEADER,
  requestId: 'x-request-id',
  etag: 'etag',
  retryAfter: 'retry-after',
} as const;

function headers(...names: (keyof typeof ANSWER_HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [NAMES[name], { $ref: `#/components/headers/${name}` }]));
}

function answerHeader(description: string, type: 'integer' | 'string') {
  return { description, schema: { type } };
}
