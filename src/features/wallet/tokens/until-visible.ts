/** Wallets answer while the user is with them: what is shown for a few seconds waits until somebody is here to see it. */
export async function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', function look() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    });
  });
}
