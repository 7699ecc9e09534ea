/** `wrangler.toml`, as wrangler reads it: staging has all that production has, and shares nothing with it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unstable_readConfig as readConfig, type Unstable_Config } from 'wrangler';
import { VARIABLE_TABLE } from '#api/config.ts';

const FILE = 'wrangler.toml';
let production: Unstable_Config;
let staging: Unstable_Config;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-wrangler-'));
  // With production's domain, as the comment says.
  const config = join(folder, FILE);
  writeFileSync(config, readFileSync(FILE, 'utf8').replace('# routes =', 'routes ='));
  production = readConfig({ config });
  staging = readConfig({ config, env: 'staging' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('production has its own domain and no other address', () => {
  expect(production.routes).toEqual([{ pattern: 'irich.example', custom_domain: true }]);
  expect([production.workers_dev, production.preview_urls]).toEqual([false, false]);
});

test('staging is a Worker of its own, which never takes the domain of production', () => {
  expect([production.name, staging.name]).toEqual(['irich', 'irich-staging']);
  expect([staging.routes, staging.workers_dev]).toEqual([[], true]);
});

test('staging differs in its names and addresses alone', () => {
  const differing = (Object.keys(production) as (keyof Unstable_Config)[]).filter(
    (key) => JSON.stringify(staging[key]) !== JSON.stringify(production[key]),
  );
  expect(differing.toSorted()).toEqual(
    ['analytics_engine_datasets', 'name', 'routes', 'targetEnvironment', 'vars', 'workers_dev'].toSorted(),
  );
  expect(production.assets?.binding).toBe('ASSETS');
});

test('each class is bound and made by a migration', () => {
  const made = production.migrations.flatMap((migration) => migration.new_sqlite_classes ?? []);
  const bound = production.durable_objects.bindings.map(({ class_name }) => class_name);
  expect(bound.toSorted()).toEqual(made.toSorted());
});

test('staging has the variables of production, and a dataset of its own', () => {
  expect(Object.keys(staging.vars)).toEqual(Object.keys(production.vars));
  const datasets = (config: Unstable_Config) => config.analytics_engine_datasets;
  expect(datasets(production)).toEqual([{ binding: 'METRICS', dataset: 'irich' }]);
  expect(datasets(staging)).toEqual([{ binding: 'METRICS', dataset: 'irich_staging' }]);
});

test('every variable there is one that the deployment reads, and none is a secret', () => {
  const known = VARIABLE_TABLE.filter(({ deployment }) => deployment !== 'machine').map(({ name }) => name);
  for (const name of Object.keys(production.vars)) expect(known).toContain(name);
  expect(Object.keys(production.vars).filter((name) => /TOKEN|SECRET|KEY/.test(name))).toEqual([]);
});
