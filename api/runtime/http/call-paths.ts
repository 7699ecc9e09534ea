/** Paths of the contract: a segment that begins with a name in braces stands for any segment with text. */
import type { Call } from '#core/contract/calls.ts';

/** The path as Hono writes it, such as `/api/user/:id`. A parameter is the whole segment. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}[^/]*/g, ':$1');
}

export interface KnownPath {
  readonly path: string;
  /** For the header `Allow`. Where GET is answered, HEAD is too. */
  readonly allow: string;
}

/** Every path of the calls with its methods. Paths of fixed words come before those with a parameter in the same place. */
export function knownPaths(calls: readonly Call[]): KnownPath[] {
  const paths = [...new Set(calls.map((call) => call.path))];
  return paths
    .map((path) => {
      const methods = calls.filter((call) => call.path === path).map((call) => call.method);
      return { path, allow: methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ') };
    })
    .sort((one, two) => parameters(one) - parameters(two));
}

function parameters({ path }: KnownPath): number {
  return path.split('{').length - 1;
}

/** Whether a path matches one of the contract. */
export function isAt(pattern: string, path: string): boolean {
  const words = pattern.split('/');
  const parts = path.split('/');
  return (
    words.length === parts.length &&
    words.every((word, index) => (word.startsWith('{') ? parts[index] !== '' : parts[index] === word))
  );
}
