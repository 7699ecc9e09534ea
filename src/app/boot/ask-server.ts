/** Asks the server about the launch before the device's code has arrived. */
import type { Launch } from '#platform/telegram/launch.ts';

/**
 * - `known`: the launch data are valid, and the server has the user, or had them until their deletion.
 * - `unregistered`: the launch data are valid, and the server has never seen the user.
 * - `refused`: the launch data are not valid.
 * - `unknown`: no answer, or one that says nothing about the launch.
 */
export type ServerWord = 'known' | 'unregistered' | 'refused' | 'unknown';

const PATIENCE_MS = 10_000;

/** Asks for the user's profile: any answer about the user means that the signature is valid. */
export async function askServer(launch: Launch, fetchIt: typeof fetch = fetch): Promise<ServerWord> {
  try {
    const answer = await fetchIt(`/api/user/${launch.user?.id}`, {
      headers: { authorization: `tma ${launch.data}` },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: { id?: unknown; error?: { code?: unknown } } = await answer.json();
    if (answer.ok && body.id === launch.user?.id) return 'known';
    const code = body.error?.code;
    if (code === 'unknown_user') return 'unregistered';
    if (code === 'data_deleted') return 'known';
    return answer.status === 401 || answer.status === 403 ? 'refused' : 'unknown';
  } catch (error) {
    console.warn('cannot ask the server about the launch', error);
    return 'unknown';
  }
}
