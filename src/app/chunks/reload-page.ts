import { parseLaunch } from '#platform/telegram/launch.ts';
import { storageOf } from '../boot/page.ts';

/**
 * Links within the app drop the launch data from the address. If the browser also keeps nothing for the tab, they are
 * put back first: without them the reloaded page would have no user.
 */
export function reloadPage(): void {
  if (storageOf('sessionStorage') === null && parseLaunch(location.hash) === null) {
    const [visit] = performance.getEntriesByType('navigation');
    const [, fragment = ''] = visit?.name.split('#') ?? [];
    if (parseLaunch(fragment) !== null) {
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${fragment}`);
    }
  }
  location.reload();
}
