/** `npm run openapi`: the contract as OpenAPI. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openApi } from '#api/ops/openapi/document.ts';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { runProcess } from '#tests/support/run-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMIT_MS = 60_000;

const document = openApi();
const { schemas } = document.components;

test('the command prints the document', { timeout: LIMIT_MS }, async () => {
  const command = [process.execPath, 'api/ops/openapi.ts'];
  const { code, output } = await runProcess(command, { cwd: ROOT, limitMs: LIMIT_MS });
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(document)));
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
    properties: { records: { maxItems: 500, items: { $ref: '#/components/schemas/RecordOnWire' } } },
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

test('a check that JSON Schema cannot express is described, and no pattern contradicts it', () => {
  const checked = (message: string) => ({ description: `Checked beyond this schema: ${message}.` });
  expect(schemas['Time']).toEqual({
    type: 'string',
    maxLength: 30,
    ...checked('not an ISO 8601 time in UTC'),
  });
  expect(schemas['Inputs']).toEqual({ type: 'object', ...checked('larger than 2 KB') });
  // Its expression takes letters in either case.
  expect(schemas['RecordId']).toEqual({ type: 'string', ...checked('not a UUID') });
  const threshold = {
    type: 'string',
    pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{0,7}[1-9])?$',
    ...checked('not above 0'),
  };
  expect(schemas['Settings']).toMatchObject({
    properties: { alerts: { properties: { TON: { anyOf: [threshold, { type: 'null' }] } } } },
  });
});
