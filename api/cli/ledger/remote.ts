/** The home on Cloudflare, as the command line reaches it: at a URL, with the move secret. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RemoteHome, remoteHome } from '../../moving/remote.ts';
import type { Io } from './io.ts';

export interface RemoteAddress {
  /** An origin without a slash at its end. */
  readonly url: string;
  readonly moveSecret: string;
}

/** Null where nothing may be sent there, with the reason on `err`. */
export function remoteAddress(io: Io, text: string): RemoteAddress | null {
  const moveSecret = io.env['MOVE_SECRET']?.trim() ?? '';
  if (moveSecret === '') {
    io.err('MOVE_SECRET is not set: it is the one that the home at the URL has.\n');
    return null;
  }
  if (!/^[0-9a-f]+$/i.test(moveSecret)) {
    io.err('MOVE_SECRET must be hexadecimal digits: it is the one that the home at the URL has.\n');
    return null;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    io.err(`${text} is no https URL: the secret, and all that it opens, would travel in the open.\n`);
    return null;
  }
  return { url: url.origin, moveSecret };
}

/** Null where it cannot be reached so, with the reason on `err`. */
export function homeAt(io: Io, text: string): RemoteHome | null {
  const address = remoteAddress(io, text);
  if (address === null) return null;
  return remoteHome({
    ...address,
    fetch: io.fetch ?? fetch,
    wait: io.wait ?? (async (ms) => void (await sleep(ms))),
  });
}
