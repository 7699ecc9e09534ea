/** Files of a build that import each other in a circle: which of them runs first, and with what undefined, is chance. */

/** As the build's manifest has them; `imports` are keys of the manifest, dynamic imports are not among them. */
export type Chunks = Readonly<Record<string, { readonly imports?: readonly string[] }>>;

/** The keys along one circle, its first one again at the end; null where there is none. */
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
