/** A wallet's reading of an app's link: as a QR code, behind a button, or through the messaging app. */
import type { ConnectRequest } from '@tonconnect/protocol';

export interface ConnectLink {
  /** The app's public key in hexadecimal, its id at the bridge. */
  readonly appId: string;
  readonly version: number;
  readonly request: ConnectRequest;
  /** Where the user wants to return; null if the link does not say. */
  readonly returnTo: string | null;
}

/** Throws if the link is not one of TON Connect. */
export function readConnectLink(link: string): ConnectLink {
  const url = new URL(link);
  const packed = url.hostname === 't.me' ? url.searchParams.get('startapp') : null;
  const query = packed === null ? url.searchParams : new URLSearchParams(unpack(packed));
  const [appId, version, request] = [query.get('id'), query.get('v'), query.get('r')];
  if (appId === null || version === null || request === null)
    throw new Error(`no link of TON Connect: ${link}`);
  return {
    appId,
    version: Number(version),
    request: JSON.parse(request) as ConnectRequest,
    returnTo: query.get('ret'),
  };
}

/** A start parameter has only letters, digits, - and _, which encode the rest. */
function unpack(parameter: string): string {
  return parameter
    .replace(/^tonconnect-/, '')
    .replaceAll('--', '%')
    .replaceAll('__', '=')
    .replaceAll('-', '&');
}
