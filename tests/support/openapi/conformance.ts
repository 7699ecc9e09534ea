/** Compares answers, and the bodies of calls, with an OpenAPI document. */
import { type Schema as JsonSchema, type OutputUnit, Validator } from '@cfworker/json-schema';
import { type Answer, type ApiDocument, operationsOf, resolved, type Schema } from './document.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Conformance {
  /** What in an answer is not as the document says. */
  faultsOf(operationId: string, method: string, answer: Answered): string[];
  /** Whether a body is JSON that matches the schema of its operation. */
  isDocumented(operationId: string, body: string): boolean;
}

export function conformanceTo(document: ApiDocument): Conformance {
  const operations = new Map(operationsOf(document).map((one) => [one.operationId, one]));
  const validators = new Map<Schema, Validator>();

  function violations(schema: Schema, value: unknown): OutputUnit[] {
    const known = validators.get(schema);
    const { components } = document;
    const whole = { ...schema, components: { schemas: components.schemas } };
    const validator = known ?? new Validator(whole as unknown as JsonSchema, '2020-12');
    validators.set(schema, validator);
    return validator.validate(value).errors;
  }

  function operationOf(operationId: string) {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`${operationId} is not in the document`);
    return operation;
  }

  return {
    faultsOf(operationId, method, { status, headers, text }) {
      const said = operationOf(operationId).responses[status];
      if (said === undefined) return [`${status} is not documented: ${text.slice(0, 300)}`];
      const answer = resolved<Answer>(document, said);
      const missing = Object.entries(answer.headers ?? {})
        .filter(([name, { required }]) => required === true && headers.get(name) === null)
        .map(([name]) => `${status} without ${name}`);
      return [...missing, ...contentFaults(answer, method, headers.get('content-type'), text, violations)];
    },
    isDocumented(operationId, body) {
      const schema = operationOf(operationId).requestBody?.content['application/json']?.schema;
      if (schema === undefined) return false;
      try {
        // A reader of UTF-8 may skip its mark.
        const value = withoutPrototypes(JSON.parse(body.replace(/^\ufeff/, '')));
        return violations(schema, value).length === 0;
      } catch {
        return false;
      }
    },
  };
}

/** Leaves out the names that the document says are ignored. @param levels more than any schema has. */
function withoutPrototypes(value: unknown, levels = 10): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutPrototypes(one, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PROTOTYPES.includes(name))
      .map(([name, inner]) => [name, withoutPrototypes(inner, levels - 1)]),
  );
}

const PROTOTYPES = ['__proto__', 'prototype', 'constructor'];

function contentFaults(
  { content = {} }: Answer,
  method: string,
  type: string | null,
  text: string,
  violations: (schema: Schema, value: unknown) => OutputUnit[],
): string[] {
  if (method === 'HEAD') return text === '' ? [] : ['a body in the answer to HEAD'];
  if (Object.keys(content).length === 0) return text === '' ? [] : ['a body that is not documented'];
  const media = type?.split(';', 1)[0] ?? '';
  const said = content[media];
  if (said === undefined) return [`${media} is not documented`];
  if (said.schema === undefined) return [];
  try {
    return violations(said.schema, JSON.parse(text)).map(
      ({ instanceLocation, error }) => `${instanceLocation}: ${error}`,
    );
  } catch (cause) {
    return [`${cause}: ${text.slice(0, 300)}`];
  }
}

/** The shape of every error, also where no operation is. */
export function isErrorBody(text: string): boolean {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'string' && typeof error.message === 'string';
  } catch {
    return false;
  }
}
