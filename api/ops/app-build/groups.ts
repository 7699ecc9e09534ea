/** Which modules share a file of the build. */
import { basename } from 'node:path';
import type { Rolldown } from 'vite';
import { here } from './paths.ts';

/** Libraries of every screen: they change rarely, so they stay cached from release to release. */
const BASE = ['react', 'react-dom', 'i18next', '@tanstack/react-router'].map(
  (name) => `node_modules/${name}/`,
);
const ICONS = 'node_modules/lucide-react/dist/esm/icons/';
/** What loads after the first paint, and what calculators have in common: each part needs the others seldom. */
const NEXT = {
  rest: ['src/app/boot/after-first-paint.ts'],
  calculation: [
    'src/features/calculators/shared/',
    'src/features/calculators/plans/plan-targets.tsx',
    'src/ui/disclosure.tsx',
  ],
  device: ['src/device/device.ts'],
  'market-block': ['src/features/market/block.tsx', 'src/app/screens/home-next.tsx'],
  advert: ['src/app/advert-place.tsx', 'src/features/advert/advert.tsx'],
};
/** What calculators and the history compute, and where pictures draw it: Home needs no form for the last result. */
const ARITHMETIC = [
  'src/core/calculators/',
  'src/features/calculators/shared/axis-marks.ts',
  'src/features/calculators/shared/side.ts',
  'ladder-rungs.ts',
  'wave-points.ts',
  'curve-points.ts',
];
/** Whether a module is one of these files, or in one of these folders. A name alone is a file in any folder. */
const isAt = (paths: readonly string[]) => {
  const full = paths.filter((path) => path.includes('/')).map((path) => here(path));
  return (id: string) =>
    paths.includes(basename(id)) ||
    full.some((path) => id === path || (path.endsWith('/') && id.startsWith(path)));
};
/** A file of the build: the modules at these paths with all that they import, except what an earlier file has. */
const built = (name: string, ...paths: string[]) => ({ name, test: isAt(paths) });
/** The same without some of them, which the first screen does not need. */
const builtWithout = (without: readonly string[], name: string, ...paths: string[]) => ({
  name,
  test: (id: string) => isAt(paths)(id) && !isAt(without)(id),
});
/** What only proofs and sealed plans read, and what only the check and the words of events do. */
const PROOF_CONTRACTS = ['src/core/contract/proof.ts', 'src/core/contract/seals.ts'];
const EVENT_FACTS = 'src/core/points/facts.ts';
/** What no calculator reads. */
const TOTALS = ['src/core/proof/', 'src/features/proof/', 'src/features/passport/'];
const WALLET = ['src/features/wallet/'];
export const FILES = byPriority([
  { name: 'index', tags: ['$initial'] },
  built('base', ...BASE),
  // With what Home and the calculators have in common, so that neither loads the other's file.
  built(
    'start',
    'src/app/boot/start.tsx',
    'src/ui/card.tsx',
    'src/ui/row.tsx',
    `${ICONS}rotate-ccw-clock.mjs`,
  ),
  built('home', 'src/app/screens/home.tsx'),
  builtWithout(PROOF_CONTRACTS, 'contract', 'src/core/contract/'),
  { name: (id, build) => (isShared(id, build) ? 'shared' : null), debugName: 'shared', test: isAt(['src/']) },
  built('arithmetic', ...ARITHMETIC),
  { ...builtWithout([EVENT_FACTS], 'points', 'src/core/points/'), minShareCount: 2 },
  { ...built('facts', EVENT_FACTS), minShareCount: 2 },
  ...Object.entries(NEXT).map(([name, paths]) => built(name, ...paths)),
  built('definitions', 'src/features/calculators/registry.ts'),
  built('wallet', 'src/features/wallet/connector/'),
  // Dialogs alone draw codes: each calculator would load the library with its parts.
  built('qr', 'src/ui/qr-picture.tsx', 'src/ui/qr-rows.ts'),
  // One file instead of many of a few hundred bytes.
  { ...builtWithout([...TOTALS, ...WALLET], 'parts', 'src/'), minShareCount: 2 },
  // Each calculator would load these with its parts.
  { ...built('totals', ...TOTALS), minShareCount: 2 },
  { ...built('session', ...WALLET), minShareCount: 2 },
]);

/** Whether several of the next files need a module: all but the first of them would have to load that one too. */
function isShared(id: string, build: Rolldown.ChunkingContext): boolean {
  const needing = new Set([id]);
  for (const one of needing) for (const by of build.getModuleInfo(one)?.importers ?? []) needing.add(by);
  return Object.values(NEXT).filter((paths) => [...needing].some(isAt(paths))).length > 1;
}

/** The first group that a module fits takes it. */
function byPriority(groups: readonly Rolldown.CodeSplittingGroup[]): Rolldown.CodeSplittingGroup[] {
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}
