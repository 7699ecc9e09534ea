/** The parts of workerd's own modules and globals that `api/cloudflare.ts` uses. */
declare module 'cloudflare:workers' {
  /** The state of an object: its name, and a storage that keeps all writes of one turn or none. */
  export interface ObjectState {
    readonly id: { readonly name?: string };
    readonly storage: import('./runtime/sqlite/durable-object.ts').ObjectStorage & {
      /** @param at milliseconds. */
      setAlarm(at: number): Promise<void>;
      deleteAlarm(): Promise<void>;
      /** Settles when everything written so far is durable. */
      sync(): Promise<void>;
    };
  }

  export class DurableObject {
    constructor(state: ObjectState, env: unknown);
    readonly ctx: ObjectState;
  }

  /** The objects of one class. Calls on the result of `get` run in the object, wherever it is. */
  export interface Namespace<T> {
    idFromName(name: string): object;
    get(id: object): T;
  }

  /** Variables, secrets and bindings, as `wrangler.toml` names them. */
  export const env: Readonly<Record<string, unknown>>;
}

interface CacheStorage {
  /** The cache at the location that received the request. */
  readonly default: import('./deployments/durable-objects/public.ts').SharedCache;
}
declare var caches: CacheStorage;
