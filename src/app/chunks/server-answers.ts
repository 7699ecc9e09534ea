/** Whether the server can be reached now; what the browser says of its network is not enough. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal })).status === 200;
  } catch {
    // No answer is an answer here.
    return false;
  }
}
