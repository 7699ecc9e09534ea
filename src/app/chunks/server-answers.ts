/** Whether the server can be reached now; the browser's own network state is not reliable enough. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal })).status === 200;
  } catch {
    // No answer counts as false.
    return false;
  }
}
