/** The document of `/api/openapi.json`: made of the contract, whole, and valid OpenAPI. */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { documentText, openApi } from '#api/ops/openapi/document.ts';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { ERRORS } from '#core/contract/errors.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';

const FILE = new URL('../../../api/openapi/document.json', import.meta.url);
const document = openApi();
const { schemas } = document.components;

test('the file follows the contract: npm run openapi writes it', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(documentText());
  expect(document.info.version).toBe(`${CONTRACT_VERSION}`);
});

test('a validator of OpenAPI 3.1 finds no fault in it, and finds one', async () => {
  const faultsOf = async (said: Record<string, unknown>) => {
    const { valid, errors } = await new Validator().validate(said);
    return valid ? null : errors;
  };
  expect(await faultsOf(JSON.parse(documentText()))).toBeNull();
  expect(
    await faultsOf({ ...JSON.parse(documentText()), paths: { '/api': { get: { responses: 5 } } } }),
  ).not.toBeNull();
});

test('each call is in it once, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method} ${path}`),
  );
  const known = [CALLS, FILES, SERVICE_CALLS].flatMap((calls) =>
    Object.entries(calls).map(([name, { method, path }]) => `${name}: ${method.toLowerCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(known.toSorted());
  expect(new Set(described.map((line) => line.split(':')[0])).size).toBe(described.length);
});

test('each reference leads somewhere', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path));
  expect(references.size).toBeGreaterThan(10);
  for (const path of references) {
    const found = path
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    expect(found, path).toBeDefined();
  }
});

test('each call says who may make it, and what it takes and gives', () => {
  const { post: sync } = document.paths['/api/sync'] ?? {};
  expect(sync?.security).toEqual([{ launchData: [] }]);
  expect(sync?.requestBody?.content['application/json'].schema).toMatchObject({
    required: ['userId', 'records'],
    properties: {
      records: {
        maxItems: 500,
        items: { anyOf: [{ $ref: '#/components/schemas/RecordOnWire' }, expect.anything()] },
      },
    },
  });
  expect(sync?.responses['200']).toMatchObject({
    content: { 'application/json': { schema: { required: ['results', 'profile'] } } },
  });
  expect(document.paths['/api/market/overview']?.['get']?.security).toEqual([]);
  expect(document.paths['/api/bot/webhook']?.['post']?.security).toEqual([{ webhookSecret: [] }]);
  expect(document.paths['/api/ledger/{id}']?.['get']?.parameters).toEqual(
    expect.arrayContaining([
      { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/UserId' } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
    ]),
  );
});

test('it names the errors of the contract, each under its own status, and no other', () => {
  const { responses } = document.components;
  const named = new Set<string>();
  for (const methods of Object.values(document.paths)) {
    for (const { operationId, responses: answers } of Object.values(methods)) {
      for (const [status, answer] of Object.entries(answers)) {
        const shared = '$ref' in answer ? `${answer.$ref}`.replace('#/components/responses/', '') : null;
        const codes = shared === null ? [] : shared.split('_or_');
        for (const code of codes) {
          expect(ERRORS, `${operationId} ${status}`).toHaveProperty(code, Number(status));
          expect(JSON.stringify(responses[shared ?? ''])).toContain(`"${code}"`);
          named.add(code);
        }
      }
    }
  }
  // The answers to a method or a path of no call.
  named.add('method_not_allowed');
  expect([...named].toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});

test('a check that JSON Schema cannot express is described, and no pattern contradicts it', () => {
  const checked = (message: string) => ({ description: `Checked beyond this schema: ${message}.` });
  expect(schemas['Time']).toMatchObject({
    type: 'string',
    maxLength: 30,
    format: 'date-time',
    pattern: 'Z$',
  });
  expect(schemas['Inputs']).toEqual({ type: 'object', ...checked('larger than 2 KB') });
  // Its expression takes letters in either case.
  expect(schemas['RecordId']).toMatchObject({
    type: 'string',
    pattern: expect.stringContaining('[0-9a-fA-F]'),
  });
  const threshold = {
    type: 'string',
    pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{0,7}[1-9])?$',
    ...checked('not above 0'),
  };
  expect(schemas['Settings']).toMatchObject({
    properties: { alerts: { properties: { TON: { anyOf: [threshold, { type: 'null' }] } } } },
  });
});
