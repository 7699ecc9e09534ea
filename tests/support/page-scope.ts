/** Everything that an app starts in a page and that outlives its screens: ended together, so that the next app finds none. */

export interface PageScope {
  close(): void;
}

type Ender = () => void;

/** Follows timers, listeners of window and document, and channels from now on. */
export function openPageScope(): PageScope {
  const enders = new Set<Ender>();
  const undo = [
    followTimers(enders, 'setTimeout', 'clearTimeout'),
    followTimers(enders, 'setInterval', 'clearInterval'),
    followTimers(enders, 'requestAnimationFrame', 'cancelAnimationFrame'),
    followTimers(enders, 'requestIdleCallback', 'cancelIdleCallback'),
    followListeners(enders, window),
    followListeners(enders, document),
    followChannels(enders),
  ];
  return {
    close() {
      for (const end of enders) end();
      for (const restore of undo) restore();
    },
  };
}

type Start = 'setTimeout' | 'setInterval' | 'requestAnimationFrame' | 'requestIdleCallback';
type End = 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame' | 'cancelIdleCallback';

function followTimers(enders: Set<Ender>, start: Start, end: End): () => void {
  const original = window[start] as (...inputs: unknown[]) => number;
  const clear = window[end].bind(window);
  const follow = (...inputs: unknown[]) => {
    const id = original.apply(window, inputs);
    enders.add(() => clear(id));
    return id;
  };
  return replace(window, start, follow);
}

function followListeners(enders: Set<Ender>, target: Window | Document): () => void {
  const original = target.addEventListener as (...inputs: unknown[]) => void;
  const follow = (...inputs: [string, EventListener, AddEventListenerOptions?]) => {
    original.apply(target, inputs);
    enders.add(() => target.removeEventListener(...inputs));
  };
  return replace(target, 'addEventListener', follow);
}

function followChannels(enders: Set<Ender>): () => void {
  class FollowedChannel extends BroadcastChannel {
    private isClosed = false;

    constructor(name: string) {
      super(name);
      enders.add(() => this.close());
    }

    override close(): void {
      this.isClosed = true;
      super.close();
    }

    /** A closed app sends nothing more: a write of it may still end. */
    override postMessage(message: unknown): void {
      if (!this.isClosed) super.postMessage(message);
    }
  }
  return replace(window, 'BroadcastChannel', FollowedChannel);
}

/** The returned function puts the former value back, unless something else has replaced this one since. */
function replace(target: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (Reflect.get(target, name) !== value) return;
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  };
}
