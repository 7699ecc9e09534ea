/** Classifies a browser's storage error. Browsers and Dexie wrap errors in one another: the innermost one decides. */

/**
 * - `full`: no room. - `lost`: the connection broke (iOS does that after backgrounding): reopen and try again.
 * - `absent`: there is no IndexedDB, or the browser forbids it. - `other`: a defect.
 */
export type StorageFault = 'full' | 'lost' | 'absent' | 'other';

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']);
const LOST = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'PrematureCommitError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
]);
const ABSENT = new Set(['OpenFailedError', 'NotFoundError', 'VersionError']);

export function storageFaultOf(cause: unknown): StorageFault {
  const names = chainOf(cause);
  if (names.some((name) => FULL.has(name))) return 'full';
  // Without a cause, this is Dexie reopening the database for another query.
  if (names.length === 1 && names[0] === 'OpenFailedError') return 'lost';
  if (names.some((name) => name === 'MissingAPIError' || name === 'SecurityError')) return 'absent';
  if (names.some((name) => LOST.has(name))) return 'lost';
  return names.some((name) => ABSENT.has(name)) ? 'absent' : 'other';
}

/** The names of an error and of all its causes. */
function chainOf(cause: unknown): string[] {
  const names: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const {
      name,
      message,
      inner,
      cause: below,
      failures,
    } = value as {
      name?: unknown;
      message?: unknown;
      inner?: unknown;
      cause?: unknown;
      failures?: unknown;
    };
    if (typeof name === 'string') names.push(name);
    if (typeof message === 'string') {
      if (message.includes('QuotaExceededError')) names.push('QuotaExceededError');
      if (message.includes('Indexed Database server lost')) names.push('UnknownError');
    }
    visit(inner);
    visit(below);
    if (Array.isArray(failures)) for (const failure of failures) visit(failure);
  };
  visit(cause);
  return names;
}
