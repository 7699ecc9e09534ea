/** The little of workerd's own modules and globals that `api/cloudflare.ts` uses. */
declare module 'cloudflare:workers' {
  /** What an object is given: its name, and a storage whose writes of one turn are kept together or not at all. */
  export interface ObjectState {
    readonly id: { readonly name?: string };
    readonly storage: import('./sqlite/durable-object.ts').ObjectStorage & {
      /** @param at milliseconds. */
      setAlarm(at: number): Promise<void>;
      deleteAlarm(): Promise<void>;
      /** Settles when everything written so far is kept. */
      sync(): Promise<void>;
    };
  }

  export class DurableObject {
    constructor(state: ObjectState, env: unknown);
    readonly ctx: ObjectState;
  }

  /** Objects of one class. Calls of `get`'s answer run in the object, wherever that is. */
  export interface Namespace<T> {
    idFromName(name: string): object;
    get(id: object): T;
  }

  /** Variables, secrets and bindings, as `wrangler.toml` names them. */
  export const env: Readonly<Record<string, unknown>>;
}

interface CacheStorage {
  /** The cache beside the place that a request came to. */
  readonly default: import('./objects/public.ts').SharedCache;
}
declare var caches: CacheStorage;
