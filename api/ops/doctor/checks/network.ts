/** Addresses: where the server listens, whom it believes, and where users reach it. */
import { type Finding, type Subject, settingOf, warning } from '../check.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Behind a proxy that is not named all users count as one address. */
export function proxies(subject: Subject): Finding[] {
  if (subject.deployment !== 'machine') return [];
  const named = settingOf(subject, 'TRUSTED_PROXIES')
    .split(',')
    .map((part) => part.trim());
  const isPublic = !LOOPBACK.includes(settingOf(subject, 'HOST') || '127.0.0.1');
  const isBehindProxy = settingOf(subject, 'PUBLIC_URL').startsWith('https:');
  if (named.join('') === '')
    return isPublic || isBehindProxy
      ? [
          warning(
            'TRUSTED_PROXIES',
            'is not set: all users behind the proxy share one limit. Name its address.',
          ),
        ]
      : [];
  return named.some((part) => part.endsWith('/0'))
    ? [
        warning(
          'TRUSTED_PROXIES',
          'believes everybody: any caller can choose their address. Name the proxy alone.',
        ),
      ]
    : [];
}

export function publicMetrics(subject: Subject): Finding[] {
  const host = settingOf(subject, 'METRICS_HOST') || '127.0.0.1';
  if (settingOf(subject, 'METRICS_PORT') === '' || LOOPBACK.includes(host)) return [];
  return [
    warning('METRICS_HOST', `shows the metrics on ${host}: make sure that only Prometheus reaches it.`),
  ];
}

/** The messaging app opens only https, and a name of one's own can be moved to another deployment. */
export function publicAddress(subject: Subject): Finding[] {
  const url = settingOf(subject, 'PUBLIC_URL');
  // Anything else is a fault of the configuration.
  if (!URL.canParse(url)) return [];
  const { protocol, hostname } = new URL(url);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const reason =
    protocol !== 'https:'
      ? 'is not https: the messaging app does not open it.'
      : hostname === 'localhost' || isAddress
        ? 'has no name of its own: use a domain.'
        : hostname.endsWith('.workers.dev')
          ? "is on workers.dev, where the platform's cache keeps nothing, and cannot move: use a domain."
          : hostname.endsWith('.example')
            ? 'is an example: set the address of the app.'
            : null;
  return reason === null ? [] : [warning('PUBLIC_URL', reason)];
}

/** Settings for trying out, or for a while. */
export function temporary(subject: Subject): Finding[] {
  const is = (name: string, value: string) => settingOf(subject, name) === value;
  return [
    ...(is('MARKET_PROVIDER', 'sample')
      ? [warning('MARKET_PROVIDER', 'is sample: users see invented prices, marked as such. Set live.')]
      : []),
    ...(is('READ_ONLY', '1')
      ? [warning('READ_ONLY', 'is 1: nothing is written. Set 0 once the move of ledgers is done.')]
      : []),
    ...(is('TON_NETWORK', 'testnet')
      ? [warning('TON_NETWORK', 'is testnet: its tokens are worth nothing. Set mainnet.')]
      : []),
  ];
}
