/** The proxy before the server in production: TLS, which the messaging app requires, and with it HTTP/2. */
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** Headers that HTTP/2 lacks: it marks the end of a message itself. */
const OF_HTTP_1 = ['connection', 'keep-alive', 'transfer-encoding'];

/** Forwards all requests to `origin`, with a self-signed certificate. @param work gets the origin of the front. */
export async function withFront<T>(origin: string, work: (origin: string) => Promise<T>): Promise<T> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const front = createSecureServer({ key, cert }, (asked, answered) =>
    passOn(new URL(origin), asked, answered),
  );
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`https://127.0.0.1:${(front.address() as AddressInfo).port}`);
  } finally {
    front.close();
  }
}

function passOn(origin: URL, asked: Http2ServerRequest, answered: Http2ServerResponse): void {
  const { method, url: path } = asked;
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !name.startsWith(':')));
  const passed = request({ host: origin.hostname, port: origin.port, method, path, headers }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_HTTP_1.includes(name));
    answered.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(answered);
  });
  passed.on('error', () => answered.stream.close());
  asked.pipe(passed);
}
