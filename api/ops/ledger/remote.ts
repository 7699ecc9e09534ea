/** Reaches the deployment on Cloudflare from the command line: at a URL, with the move secret. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RemoteDeployment, remoteDeployment } from '../../transfer/remote.ts';
import type { Io } from './io.ts';

export interface RemoteAddress {
  /** An origin without a slash at its end. */
  readonly url: string;
  readonly moveSecret: string;
}

/** Null if no request may be sent there, with the reason on `err`. */
export function remoteAddress(io: Io, text: string): RemoteAddress | null {
  const moveSecret = io.env['MOVE_SECRET']?.trim() ?? '';
  if (moveSecret === '') {
    io.err('MOVE_SECRET is not set: use the one of the deployment at the URL.\n');
    return null;
  }
  if (!/^[0-9a-f]+$/i.test(moveSecret)) {
    io.err('MOVE_SECRET must be hexadecimal digits: use the one of the deployment at the URL.\n');
    return null;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    io.err(`${text} is not an https URL: the move secret would travel unencrypted.\n`);
    return null;
  }
  return { url: url.origin, moveSecret };
}

/** Null if the address is unusable, with the reason on `err`. */
export function deploymentAt(io: Io, text: string): RemoteDeployment | null {
  const address = remoteAddress(io, text);
  if (address === null) return null;
  return remoteDeployment({
    ...address,
    fetch: io.fetch ?? fetch,
    wait: io.wait ?? (async (ms) => void (await sleep(ms))),
  });
}
