/**
 * The requested address before a redirect to onboarding: survives a reload, and is forgotten once the user arrives
 * there.
 */

export interface ReturnPath {
  /** Null if there is none. */
  current(): string | null;
  /** Null removes it. */
  set(href: string | null): void;
}

/** `session` is the tab's own storage, null if the browser refuses it; the address then lasts as long as the page. */
export function openReturnPath(
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  userId: number,
): ReturnPath {
  const key = `irich:${userId}:wanted`;
  let path: string | null = null;
  try {
    path = session?.getItem(key) ?? null;
  } catch (error) {
    console.warn('cannot read the return path', error);
  }

  function set(href: string | null): void {
    if (href === path) return;
    path = href;
    try {
      if (href === null) session?.removeItem(key);
      else session?.setItem(key, href);
    } catch (error) {
      console.warn('cannot save the return path', error);
    }
  }

  return { current: () => path, set };
}
