/** Variables that only the deployment on one machine reads. */
import * as v from 'valibot';
import { parseProxies } from '../runtime/http/address.ts';
import { secret, wholeNumber } from './values.ts';

export const MACHINE = {
  PORT: [wholeNumber(0, 65_535), '8080', 'The port that the server listens on; 0 takes a free one.'],
  HOST: [
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')),
    '127.0.0.1',
    'The address that it listens on. A proxy with TLS stands in front; 0.0.0.0 listens on all.',
  ],
  DATABASE_PATH: [v.string(), null, 'The SQLite file; it is created if it does not exist.'],
  CREDIT_SECRET: [v.optional(secret), '', 'See the row of the same name for Cloudflare.'],
  DIST_PATH: [v.string(), 'dist', 'The folder of the built app, as `npm run build` writes it.'],
  UNREAD_LIMIT_S: [
    wholeNumber(1, 3_600),
    '30',
    'How long an unfinished request or an unread answer may carry nothing, seconds. Such a connection is closed after one to three times as long.',
  ],
  TRUSTED_PROXIES: [
    v.pipe(
      v.string(),
      v.transform(parseProxies),
      v.check((proxies) => proxies !== null, 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8'),
      v.transform((proxies) => proxies ?? []),
    ),
    '',
    'Proxies whose `X-Forwarded-For` is believed: addresses or networks, separated by commas.',
  ],
} as const;
