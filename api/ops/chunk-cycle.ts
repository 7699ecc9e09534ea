/**
 * Finds built files that import each other in a circle. The order in which these run is undefined, so one may read
 * another's undefined values.
 */

/** The build manifest; `imports` holds keys of the manifest, without dynamic imports. */
export type Chunks = Readonly<Record<string, { readonly imports?: readonly string[] }>>;

/** The keys along one circle, with the first one repeated at the end; null if there is no circle. */
export function findCycle(chunks: Chunks): readonly string[] | null {
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): readonly string[] | null => {
    const start = path.indexOf(key);
    if (start >= 0) return [...path.slice(start), key];
    if (done.has(key)) return null;
    for (const imported of chunks[key]?.imports ?? []) {
      const cycle = visit(imported, [...path, key]);
      if (cycle !== null) return cycle;
    }
    done.add(key);
    return null;
  };
  for (const key of Object.keys(chunks)) {
    const cycle = visit(key, []);
    if (cycle !== null) return cycle;
  }
  return null;
}
