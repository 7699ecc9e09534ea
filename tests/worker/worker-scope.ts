/**
 * The parts of a service worker's global scope that the worker needs: events, caches in memory, and a network
 * that can be cut.
 */
import { vi } from 'vitest';

export const ORIGIN = 'https://irich.test';

/** An event whose promises can be awaited, as the browser does. */
class WaitedEvent extends Event {
  readonly promises: Promise<unknown>[] = [];
  waitUntil(promise: Promise<unknown>): void {
    this.promises.push(promise);
  }
}

/** A request of a page that the worker may answer. */
class AskingEvent extends WaitedEvent {
  readonly request: Request;
  response: Promise<Response> | null = null;
  constructor(request: Request) {
    super('fetch');
    this.request = request;
  }
  respondWith(response: Promise<Response>): void {
    this.response = Promise.resolve(response);
  }
}

export interface WorkerScope {
  /** Path to text; other paths answer 404. */
  readonly network: Map<string, string>;
  /** Paths requested from the network, in order. */
  readonly asked: string[];
  isOnline: boolean;
  /** Sends an event that carries `more`, and awaits its `waitUntil` promises. */
  send(type: string, more?: object): Promise<void>;
  /** The worker's answer; null if it leaves the request to the browser. */
  request(path: string, mode?: string): Promise<Response | null>;
  /** As the browser does when it needs room. */
  clearCaches(): void;
  readonly clients: { claim(): Promise<void> };
  readonly skipWaiting: () => Promise<void>;
}

/** Stubs the globals; `vi.unstubAllGlobals` ends it. */
export function openWorkerScope(manifest: readonly { url: string; revision: string | null }[]): WorkerScope {
  const target = new EventTarget();
  const stored = new Map<string, Map<string, Response>>();
  const network = new Map<string, string>();
  const asked: string[] = [];
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: Request | string) => entries.get(urlOf(key))?.clone(),
    put: async (key: Request | string, response: Response) => void entries.set(urlOf(key), response),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async (key: Request | string) => entries.delete(urlOf(key)),
  });
  const caches = {
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return cacheOf(entries);
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async match(key: Request | string) {
      for (const entries of stored.values()) {
        const found = entries.get(urlOf(key));
        if (found !== undefined) return found.clone();
      }
      return undefined;
    },
  };
  const clients = { claim: vi.fn(async () => {}) };
  const skipWaiting = vi.fn(async () => {});
  const scope: WorkerScope = {
    network,
    asked,
    isOnline: true,
    clients,
    skipWaiting,
    async send(type, more = {}) {
      const event = Object.assign(new WaitedEvent(type), more);
      target.dispatchEvent(event);
      await Promise.all(event.promises);
    },
    async request(path, mode = 'navigate') {
      const request = new Request(`${ORIGIN}${path}`);
      // Only the browser makes requests of this mode.
      Object.defineProperty(request, 'mode', { value: mode });
      const event = new AskingEvent(request);
      target.dispatchEvent(event);
      return event.response;
    },
    clearCaches: () => stored.clear(),
  };
  const self = {
    __WB_DISABLE_DEV_LOGS: true,
    __WB_MANIFEST: manifest,
    addEventListener: target.addEventListener.bind(target),
    caches,
    clients,
    location: new URL(`${ORIGIN}/sw.js`),
    registration: { scope: `${ORIGIN}/` },
    skipWaiting,
  };
  vi.stubGlobal('self', self);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('location', self.location);
  vi.stubGlobal('registration', self.registration);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('ExtendableEvent', WaitedEvent);
  vi.stubGlobal('FetchEvent', AskingEvent);
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(urlOf(input));
    asked.push(pathname);
    if (!scope.isOnline) throw new TypeError('no network');
    const text = network.get(pathname);
    return new Response(text ?? 'not found', { status: text === undefined ? 404 : 200 });
  });
  return scope;
}

function urlOf(key: Request | string): string {
  return new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
}
