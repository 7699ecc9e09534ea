/** The variables that `wrangler.toml` gives a deployment on Cloudflare. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables with a text, by name. @param root the checkout. */
export function wranglerVariables(root: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const section = /^\[vars\]$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  const lines = section.matchAll(/^(\w+) = "([^"]*)"$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
