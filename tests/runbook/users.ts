/** Users with their phones: what a user has acknowledged must be there after whatever the operator does. */
import { strict as assert } from 'node:assert';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { record } from '#tests/api/server/support.ts';
import { signLaunchData } from '#tests/support/launch.ts';

/** Where the users reach the app. */
export interface Door {
  /** `http://127.0.0.1:8080`, or the public name over TLS on this machine. */
  readonly origin: string;
  /** The authority that signed the certificate. */
  readonly ca?: string;
}

const IDS = [101, 102];

export class Users {
  door: Door = { origin: 'http://127.0.0.1:8080' };
  #launches = new Map<number, string>();
  readonly #kept = new Map<number, ReturnType<typeof record>[]>();
  readonly #print: (text: string) => void;

  constructor(botToken: string, print: (text: string) => void) {
    this.#print = print;
    this.open(botToken);
  }

  /** Each opens the app: the launch data are signed now, and stay until it is opened again. */
  open(botToken: string): void {
    this.#launches = new Map(
      IDS.map((id) => [id, signLaunchData({ user: { id, first_name: `User ${id}` }, botToken })]),
    );
  }

  async register(): Promise<void> {
    for (const id of IDS) await this.#call(id, 'POST', '/api/user/register', { id });
  }

  /** Each user calculates something. */
  async calculate(): Promise<void> {
    for (const id of IDS) {
      const made = record();
      this.#kept.set(id, [...(this.#kept.get(id) ?? []), made]);
      await this.#call(id, 'POST', '/api/sync', { userId: id, records: [made] });
    }
    await this.expectAll();
  }

  /** A write is refused, and phones keep it: 503. */
  async expectRefused(): Promise<void> {
    for (const id of IDS) {
      const { status } = await this.#ask(id, 'POST', '/api/sync', { userId: id, records: [record()] });
      assert.equal(status, 503);
    }
    this.#print('(users: writes are refused with 503, and phones keep them)\n');
  }

  /** As phones do after a restore. */
  async sendAgain(): Promise<void> {
    for (const [id, records] of this.#kept)
      await this.#call(id, 'POST', '/api/sync', { userId: id, records });
    await this.expectAll();
  }

  /** Every calculation has given its point, once. */
  async expectAll(): Promise<void> {
    const has = await this.#points();
    const expected = IDS.map((id) => this.#kept.get(id)?.length ?? 0);
    assert.deepEqual(has, expected);
    this.#print(`(users: ${expected.join(' and ')} calculations, each with its point)\n`);
  }

  /** The restore took some of them back. */
  async expectFewer(): Promise<void> {
    const has = await this.#points();
    for (const [at, id] of IDS.entries()) assert.ok((has[at] ?? 0) < (this.#kept.get(id)?.length ?? 0));
    this.#print(`(users: ${has.join(' and ')} points until their phones send again)\n`);
  }

  #points(): Promise<number[]> {
    return Promise.all(
      IDS.map(async (id) => {
        const { balance } = (await this.#call(id, 'GET', `/api/user/${id}`)) as { readonly balance: string };
        return Number(balance);
      }),
    );
  }

  async #call(id: number, method: string, path: string, body?: object): Promise<unknown> {
    const { status, text } = await this.#ask(id, method, path, body);
    assert.equal(status, 200, `${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  #ask(id: number, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const { protocol, hostname, port } = new URL(this.door.origin);
    const isSecure = protocol === 'https:';
    const options = {
      host: '127.0.0.1',
      port: port || (isSecure ? 443 : 80),
      servername: hostname,
      ca: this.door.ca,
      method,
      path,
      headers: {
        host: hostname,
        authorization: `tma ${this.#launches.get(id)}`,
        'content-type': 'application/json',
      },
      agent: false as const,
    };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? overHttps : overHttp)(options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
