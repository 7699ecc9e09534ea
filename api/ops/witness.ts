/** `npm run witness -- …`: cosigns the checkpoints of logs. See `api/proof/witness.ts`. */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { readArguments } from './arguments.ts';
import { CommandStopped, FINE, runCommand, runHere } from './command.ts';
import { createWitnessApp } from './witness/app.ts';

const USAGE = `npm run witness -- --key FILE --log VKEY [--log VKEY] --state FOLDER [--port N]

  --key FILE      a key made by npm run ledger -- proof keys NAME FILE --for-witness
  --log VKEY      the public key of a log that is witnessed
  --state FOLDER  keeps the newest checkpoint of each log: a witness that forgets it signs two histories
  --port N        on 127.0.0.1; 8090 by default`;

await runHere((args, io) =>
  runCommand(io, USAGE, async () => {
    const { values } = readArguments({
      args,
      options: {
        key: { type: 'string' },
        log: { type: 'string', multiple: true },
        state: { type: 'string' },
        port: { type: 'string', default: '8090' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CommandStopped('--port is no port.');
    const { app, vkey } = createWitnessApp(values);
    // A request that breaks off, or a full disk.
    app.onError(({ message }, { text }) => {
      io.err(`${message}\n`);
      return text('The witness failed.\n', 500);
    });
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
      io.out(`${vkey}\nhttp://127.0.0.1:${address.port}\n`);
    });
    // A port that is taken, above all.
    await once(server, 'listening');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
    return FINE;
  }),
);
