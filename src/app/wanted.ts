/** The address that was asked for before the user was sent to onboarding: kept over a reload, forgotten once they are there. */

export interface Wanted {
  /** Null where there is none. */
  current(): string | null;
  /** Null forgets it. */
  set(href: string | null): void;
}

/** `session` is the tab's own storage, null where the browser refuses it; the address then lasts as long as the page. */
export function openWanted(
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  userId: number,
): Wanted {
  const key = `irich:${userId}:wanted`;
  let wanted: string | null = null;
  try {
    wanted = session?.getItem(key) ?? null;
  } catch (error) {
    console.warn('the address asked for cannot be read', error);
  }

  function set(href: string | null): void {
    if (href === wanted) return;
    wanted = href;
    try {
      if (href === null) session?.removeItem(key);
      else session?.setItem(key, href);
    } catch (error) {
      console.warn('the address asked for is not kept', error);
    }
  }

  return { current: () => wanted, set };
}
