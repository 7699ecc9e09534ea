/** The built app: whether it is there, whole and of these sources, and whether its phones accept this server's log. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { readPins } from '#core/proof/pins.ts';
import { walletOrigins } from '../../../config/wallets.ts';
import { readWallets } from '../../../config.ts';
import { readSigners } from '../../../proof/signer.ts';
import { sha256Bytes } from '../../../runtime/hashing.ts';
import { operatorDigest } from '../../operator-file.ts';
import { isOlderThanSources } from '../../outdated-build.ts';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

const Releases = v.pipe(
  v.array(
    v.object({
      assets: v.array(v.string()),
      pins: v.optional(v.string(), ''),
      operator: v.optional(v.string(), ''),
    }),
  ),
  v.minLength(1),
);
const PAGES = ['index.html', 'sw.js', 'proof.html'];
const BUILD = 'run `npm run build`.';

export function builtApp(subject: Subject): Finding[] {
  const dist = distOf(subject);
  const about = subject.deployment === 'machine' ? 'DIST_PATH' : 'dist';
  const release = newestRelease(dist);
  if (release === null) return [error(about, `holds no built app: ${BUILD}`)];
  const missing = [...PAGES, ...release.assets].filter((file) => !existsSync(join(dist, file)));
  if (missing.length > 0)
    return [error(about, `lacks ${missing.length} files of its newest release: ${BUILD}`)];
  return isOlderThanSources(subject.root, dist)
    ? [warning(about, `is older than its sources: ${BUILD}`)]
    : [];
}

/** The file is one of the build: a server that does not name it says nothing of it. */
export function builtOperator(subject: Subject): Finding[] {
  const release = newestRelease(distOf(subject));
  const name = 'OPERATOR_FILE';
  if (release === null || settingOf(subject, name) === '') return [];
  return release.operator === operatorDigest({ ...subject.env })
    ? []
    : [warning(name, `or APP_NAME has changed since the build, or cannot be read: ${BUILD}`)];
}

/** On Cloudflare the platform sends the headers that the build wrote. */
export function builtHeaders(subject: Subject): Finding[] {
  const file = join(distOf(subject), '_headers');
  const read = readWallets(subject.env);
  if (subject.deployment === 'machine' || !existsSync(file) || !read.ok) return [];
  const headers = readFileSync(file, 'utf8');
  return walletOrigins(read.config).every((origin) => headers.includes(origin))
    ? []
    : [
        error(
          'WALLET_BRIDGES',
          `or WALLETS_LIST_URL has changed since the build: wallets would not connect, ${BUILD}`,
        ),
      ];
}

/** Phones that pin another log find every day of this one false. */
export function pinnedLog(subject: Subject): Finding[] {
  const release = newestRelease(distOf(subject));
  const signers = readSigners(settingOf(subject, 'PROOF_SIGNING_KEY')) ?? [];
  const [signer] = signers;
  if (release === null || signer === undefined) return [];
  const [origin = '', keys = '', witnesses = '', quorum = ''] = pinsIn(release);
  const named = `build with the PROOF_ variables of the server and its public keys.`;
  if (origin === '')
    return [warning('PROOF_KEYS', `The built app pins no log, so no phone checks its total: ${named}`)];
  let pinned: ReturnType<typeof readPins>;
  try {
    pinned = readPins({ origin, keys, witnesses, quorum }, sha256Bytes);
  } catch {
    return [error('PROOF_KEYS', `The built app pins what cannot be read: ${named}`)];
  }
  if (pinned === null) return [];
  if (pinned.origin !== signer.key.name)
    return [
      error(
        'PROOF_ORIGIN',
        `The built app pins a log of another name, and phones call this one false: ${named}`,
      ),
    ];
  const isPinned = (key: typeof signer.key) => pinned.keys.some((one) => vkeyText(one) === vkeyText(key));
  if (!signers.some(({ key }) => isPinned(key)) && settingOf(subject, 'PROOF_KEY_CHANGES') === '')
    return [
      error(
        'PROOF_KEYS',
        `The built app pins another key, and PROOF_KEY_CHANGES does not lead to this one: ${named}`,
      ),
    ];
  return quorumFindings(subject, pinned);
}

function quorumFindings(
  subject: Subject,
  { witnesses, quorum }: NonNullable<ReturnType<typeof readPins>>,
): Finding[] {
  if (quorum === 0)
    return [warning('PROOF_QUORUM', 'is 0 in the built app: a split view of the log stays hidden.')];
  const asked = settingOf(subject, 'PROOF_WITNESSES');
  const met = witnesses.filter(
    (key) => key.type === SIGNATURE.cosignature && asked.includes(vkeyText(key)),
  ).length;
  return met >= quorum
    ? []
    : [
        error(
          'PROOF_WITNESSES',
          `has ${met} of the witnesses in the built app, which wants ${quorum}: phones refuse each day. Ask them too.`,
        ),
      ];
}

function distOf(subject: Subject): string {
  const named = subject.deployment === 'machine' ? settingOf(subject, 'DIST_PATH') : '';
  return resolve(subject.root, named || 'dist');
}

type Release = v.InferOutput<typeof Releases>[number];

function pinsIn({ pins }: Release): string[] {
  return pins.split('\n');
}

/** Null without a page, or with a list of releases that is not one. */
function newestRelease(dist: string): Release | null {
  try {
    const read = v.safeParse(Releases, JSON.parse(readFileSync(join(dist, 'releases.json'), 'utf8')));
    return read.success ? (read.output[0] ?? null) : null;
  } catch {
    return null;
  }
}
