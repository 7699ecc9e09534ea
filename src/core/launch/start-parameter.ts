/** The start parameter of a launch link: the inviting user, a plan, the campaign, or the screen to open. */
import { decodePlan, type Plan } from '../plan-link.ts';
import { isPlanLink, type StartScreen, startScreenOf } from './opening.ts';

export type StartParameter =
  | { readonly type: 'user'; readonly userId: number }
  | { readonly type: 'screen'; readonly screen: StartScreen }
  /** Null: the link is damaged, or of another version. */
  | { readonly type: 'plan'; readonly plan: Plan | null }
  | {
      readonly type: 'utm';
      readonly source?: string;
      readonly medium?: string;
      readonly content?: string;
    };

/** Every source in the messaging app's own catalogue has this prefix; they all count as one. */
const CATALOGUE_PREFIX = 'tapps_';
const CATALOGUE_LABEL = 'TgAppsCenter';

/**
 * A whole positive number (within safe integers) is the inviting user's id; one of our own words is a screen; a text
 * that begins like a plan link is one, damaged or not. Anything else is source, medium and content, split at `&`: an
 * empty part is left out, the others keep their places, and further parts are ignored. Null if nothing is left.
 */
export function parseStartParameter(text: string): StartParameter | null {
  const userId = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(userId) && userId > 0) {
    return { type: 'user', userId };
  }
  const screen = startScreenOf(text);
  if (screen !== null) {
    return { type: 'screen', screen };
  }
  if (isPlanLink(text)) {
    const decoded = decodePlan(text);
    return { type: 'plan', plan: decoded.ok ? decoded.plan : null };
  }
  const [source = '', medium = '', content = ''] = text.split('&');
  if (source === '' && medium === '' && content === '') {
    return null;
  }
  return {
    type: 'utm',
    ...(source === '' ? {} : { source: source.startsWith(CATALOGUE_PREFIX) ? CATALOGUE_LABEL : source }),
    ...(medium === '' ? {} : { medium }),
    ...(content === '' ? {} : { content }),
  };
}

/** The user who invites by a start parameter: the one it names, or the sender of its plan. Null if there is none. */
export function referrerOf(start: StartParameter | null): number | null {
  if (start?.type === 'user') return start.userId;
  return start?.type === 'plan' ? (start.plan?.sender ?? null) : null;
}
