/**
 * An address that no route can read goes home like any unknown path, before the router sees it: a path with a broken
 * escape, such as `%E0%A4%A`, is an error to the router, not an unknown path.
 */
export function leaveUnreadableAddress(): void {
  try {
    decodeURIComponent(location.pathname);
  } catch {
    history.replaceState(history.state, '', `/index${location.search}${location.hash}`);
  }
}
