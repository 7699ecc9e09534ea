/** How a wallet address is shown where there is no room for all of it. */

/** The first and last four characters around an ellipsis; what is no longer than that stays whole. */
export function shortAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}
