/** What servers for trying the app out share: a bot token, people, and signed launch links of theirs. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { signLaunchData } from '../auth/launch-data.ts';
import { newSignerText, readSigners } from '../proof/signer.ts';
import { hmacBytes } from '../runtime/hashing.ts';
import { EXAMPLE_FILE } from './operator-file.ts';

/** The theme that the messaging app hands over. */
export const DEMO_THEME = {
  bg_color: '#ffffff',
  secondary_bg_color: '#efeff4',
  text_color: '#000000',
  hint_color: '#8e8e93',
  link_color: '#2481cc',
  button_color: '#2481cc',
  button_text_color: '#ffffff',
};

const DEMO_LOG = 'demo.example/irich';

interface Person {
  readonly title: string;
  readonly user: { readonly id: number } & Readonly<Record<string, unknown>>;
  readonly startParam?: string;
}

const FIRST: Person = {
  title: 'A regular user',
  user: { id: 1001, first_name: 'Ada', username: 'ada_demo' },
};
const PEOPLE: readonly Person[] = [
  FIRST,
  {
    title: 'A premium user',
    user: { id: 1002, first_name: 'Boris', username: 'boris_demo', is_premium: true },
  },
  {
    title: 'A user invited by the first',
    user: { id: 1003, first_name: 'Clara', username: 'clara_demo' },
    startParam: `${FIRST.user.id}`,
  },
];

/** The random bot token that a file keeps, so that links and ledgers outlive a restart. */
export function demoToken(file: string): string {
  return keptSecret(file, () => `${randomBytes(4).readUInt32BE()}:${randomBytes(27).toString('base64url')}`);
}

/** The secret in a file; made and written where the file is missing. */
export function keptSecret(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = make();
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Variables of a log of published totals, for build and server: signed by the key of this process, or by one that a file keeps. */
export function demoLog(file: string): NodeJS.ProcessEnv {
  const given = process.env['PROOF_SIGNING_KEY']?.trim() ?? '';
  const text = given === '' ? keptSecret(file, () => newSignerText(DEMO_LOG, SIGNATURE.ed25519)) : given;
  const keys = readSigners(text)?.map(({ key }) => key) ?? [];
  return {
    PROOF_SIGNING_KEY: text,
    PROOF_ORIGIN: keys[0]?.name ?? '',
    PROOF_KEYS: keys.map(vkeyText).join(' '),
  };
}

/** The configuration that a build and a server need beside the database; variables of this process win over the defaults. */
export function demoEnvironment(defaults: NodeJS.ProcessEnv, fixed: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.entries(process.env).filter(([, value]) => value?.trim() !== '');
  return {
    BOT_USERNAME: 'irich_demo_bot',
    APP_SHORT_NAME: 'app',
    MARKET_PROVIDER: 'sample',
    OPERATOR_FILE: EXAMPLE_FILE,
    ...defaults,
    ...Object.fromEntries(given),
    ...fixed,
  };
}

/** One line of title and one of address for each person; each link is good for 24 hours. */
export function demoLinks(origin: string, token: string): readonly string[] {
  return PEOPLE.map((person) => `${person.title}:\n  ${origin}/#${fragmentOf(person, token)}\n`);
}

/** Launch parameters of the first person, signed now; without `#`. */
export function demoFragment(token: string): string {
  return fragmentOf(FIRST, token);
}

/** The referrer must be registered before the invited user, whichever link is opened first. */
export async function registerReferrer(origin: string, token: string): Promise<void> {
  const answer = await fetch(`${origin}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `tma ${launchData(FIRST, token)}` },
    body: JSON.stringify({ id: FIRST.user.id }),
  });
  if (!answer.ok) process.stderr.write(`Registering the first user failed: ${await answer.text()}\n`);
}

function fragmentOf(person: Person, token: string): string {
  const { user, startParam } = person;
  return new URLSearchParams({
    tgWebAppData: launchData({ ...person, user: { language_code: 'en', ...user } }, token),
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: JSON.stringify(DEMO_THEME),
    ...(startParam === undefined ? {} : { tgWebAppStartParam: startParam }),
  }).toString();
}

function launchData({ user, startParam }: Person, token: string): string {
  return signLaunchData(
    {
      auth_date: `${Math.floor(Date.now() / 1000)}`,
      query_id: randomBytes(12).toString('base64url'),
      user: JSON.stringify(user),
      ...(startParam === undefined ? {} : { start_param: startParam }),
    },
    token,
    hmacBytes,
  );
}
