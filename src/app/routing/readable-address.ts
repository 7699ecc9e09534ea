/**
 * Redirects an unreadable address to Home like any unknown path, before the router sees it: to the router a path with a
 * broken escape, such as `%E0%A4%A`, is an error, not an unknown path.
 */
export function leaveUnreadableAddress(): void {
  try {
    decodeURIComponent(location.pathname);
  } catch {
    history.replaceState(history.state, '', `/index${location.search}${location.hash}`);
  }
}
