/** The published vectors have the same bytes here as at their source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const HERE = join(import.meta.dirname, '../vectors');
const SHARED = join(import.meta.dirname, '../../../shared/vectors');

describe('vectors', () => {
  it('are complete', () => {
    expect(files(HERE)).toEqual([
      'calculators/average-position.json',
      'calculators/elliott-wave.json',
      'calculators/risk-money.json',
      'calculators/risk-percent.json',
      'calculators/staking.json',
      'calculators/take-profit-stop-loss.json',
      'launch-data.json',
      'numbers-by-language.json',
      'numbers.json',
      'proof.json',
      'trade-tools.json',
      'wallet-proof.json',
    ]);
  });

  it.runIf(existsSync(SHARED))('equal the shared ones byte by byte', () => {
    expect(files(HERE)).toEqual(files(SHARED));
    for (const file of files(SHARED)) {
      expect(readFileSync(join(HERE, file)).equals(readFileSync(join(SHARED, file))), file).toBe(true);
    }
  });
});

function files(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
