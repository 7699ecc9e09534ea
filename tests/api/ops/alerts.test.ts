/** The alert rules, as Prometheus reads them. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toolPath } from '#tests/support/operator-tools.ts';
import { ROOT } from '../server/support.ts';

test('Prometheus understands every alert rule', () => {
  const said = execFileSync(toolPath('promtool'), ['check', 'rules', `${ROOT}api/ops/alerts.yml`], {
    encoding: 'utf8',
  });
  expect(said).toMatch(/SUCCESS: \d{2} rules found/);
});
