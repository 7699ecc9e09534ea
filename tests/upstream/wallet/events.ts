/** Server-sent events as a wallet receives them: a cut connection resumes where it ended. */
import { setTimeout as wait } from 'node:timers/promises';

export interface HeardEvent {
  readonly id: string;
  readonly data: string;
}

const RECONNECT_MS = 100;

/** Calls `onMessage` with each message until `signal` aborts. Resolves once first connected. */
export async function hearEvents(
  url: string,
  signal: AbortSignal,
  onMessage: (event: HeardEvent) => void,
): Promise<void> {
  let last = new URL(url).searchParams.get('last_event_id') ?? '0';

  async function connect(): Promise<ReadableStream<BufferSource>> {
    const address = new URL(url);
    address.searchParams.set('last_event_id', last);
    const answer = await fetch(address, { signal });
    if (!answer.ok || answer.body === null) throw new Error(`the bridge answered ${answer.status}`);
    return answer.body;
  }

  async function follow(body: ReadableStream<BufferSource>): Promise<void> {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const fields = new Map(event.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        if (fields.get('event') !== 'message') continue;
        last = fields.get('id') ?? last;
        onMessage({ id: last, data: fields.get('data') ?? '' });
      }
    }
  }

  async function goOn(first: ReadableStream<BufferSource>): Promise<void> {
    for (let body: ReadableStream<BufferSource> | null = first; !signal.aborted; ) {
      // Cut or refused: the connection is retried.
      if (body !== null) await follow(body).catch(() => undefined);
      await wait(RECONNECT_MS);
      body = signal.aborted ? null : await connect().catch(() => null);
    }
  }

  void goOn(await connect());
}
