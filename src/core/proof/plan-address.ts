/** The address of a revealed plan on the page of published totals. */

/** Whose plan, and its hash in lower-case hexadecimal. */
export interface PlanAddress {
  readonly userId: number;
  readonly hash: string;
}

/** Null for a fragment that names no plan. It looks like `#plan=42.<hash>`. */
export function planAddressOf(fragment: string): PlanAddress | null {
  const [, user = '', hash = ''] = /^#plan=([1-9]\d{0,15})\.([0-9a-f]{64})$/.exec(fragment) ?? [];
  return Number.isSafeInteger(Number(user)) && hash !== '' ? { userId: Number(user), hash } : null;
}
