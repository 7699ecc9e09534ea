/** The start parameter of a launch link: who invited the user, or the campaign they came by. */

export type StartParameter =
  | { readonly type: 'user'; readonly userId: number }
  | {
      readonly type: 'utm';
      readonly source?: string;
      readonly medium?: string;
      readonly content?: string;
    };

/** Every source in the messaging app's own catalogue begins with this, and they all count as one. */
const CATALOGUE_PREFIX = 'tapps_';
const CATALOGUE_LABEL = 'TgAppsCenter';

/**
 * A whole positive number (within safe integers) is the inviting user's id. Anything else is source, medium and content,
 * split at `&`: an empty part is left out, the others keep their places, and further parts are ignored. Null where nothing is left.
 */
export function parseStartParameter(text: string): StartParameter | null {
  const userId = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(userId) && userId > 0) {
    return { type: 'user', userId };
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
