import { parseLaunch } from '#platform/telegram/launch.ts';
import { storageOf } from '../boot/page.ts';

let requested = (): string | null => null;

/** @param address that the user asked for, while the app shows another in its place; null if there is none. */
export function reloadAt(address: () => string | null): void {
  requested = address;
}

/**
 * Reloads the page at the address that the user asked for. The app may still leave the one that it shows, and that
 * would not change where a reload under way ends.
 *
 * Links within the app drop the launch data from the address. If the browser also keeps nothing for the tab, they are
 * put back first: without them the reloaded page would have no user.
 */
export function reloadPage(): void {
  const shown = `${location.pathname}${location.search}${location.hash}`;
  const address = `${requested() ?? `${location.pathname}${location.search}`}${lostLaunch() ?? location.hash}`;
  // With the origin: a path that begins with two slashes would be another host's address, which the browser refuses.
  if (address !== shown) history.replaceState(history.state, '', `${location.origin}${address}`);
  location.reload();
}

/** The fragment with the launch data; null if they are in the address or kept for the tab. */
function lostLaunch(): string | null {
  if (storageOf('sessionStorage') !== null || parseLaunch(location.hash) !== null) return null;
  const [visit] = performance.getEntriesByType('navigation');
  const [, fragment = ''] = visit?.name.split('#') ?? [];
  return parseLaunch(fragment) === null ? null : `#${fragment}`;
}
