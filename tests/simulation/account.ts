/** A user of the messaging app who launches the mini-app on one or more phones. */
import { createHmac } from 'node:crypto';
import { BOT_TOKEN } from './server.ts';

export interface Account {
  readonly userId: number;
  readonly premium: boolean;
  /** Start parameter of some of this user's launch links. */
  readonly startParameter: string | null;
  /** Every launch so far. */
  readonly launches: { readonly authDate: number; readonly startParameter: string | null }[];
  /** The first launch of a phone that is lost by now; null without one. */
  lostLaunch: Account['launches'][number] | null;
  /** Whether this user ever asked to delete their data: unsent commands from before may be gone. */
  askedToDelete: boolean;
  /** Whether a phone confirmed the deletion: no restored server may undo it. */
  toldDeleted: boolean;
}

const secret = createHmac('sha256', 'WebAppData').update(BOT_TOKEN).digest();

/** Launch data as the messaging app signs them. @param authDate seconds. */
export function launch(account: Account, authDate: number, startParameter: string | null): string {
  account.launches.push({ authDate, startParameter });
  return signed(account, authDate, startParameter);
}

/** The same for a launch that is not recorded. */
export function signed(account: Account, authDate: number, startParameter: string | null): string {
  const { userId: id, premium: is_premium } = account;
  // Names change at times.
  const user = { id, first_name: 'Ada', username: `ada${id}_${account.launches.length % 3}`, is_premium };
  const fields: [string, string][] = [
    ['auth_date', String(authDate)],
    ...(startParameter === null ? [] : [['start_param', startParameter] as [string, string]]),
    ['user', JSON.stringify(user)],
  ];
  const text = fields.map(([name, value]) => `${name}=${value}`).join('\n');
  const hash = createHmac('sha256', secret).update(text).digest('hex');
  return new URLSearchParams([...fields, ['hash', hash]]).toString();
}
