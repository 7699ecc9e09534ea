/** `npm run ledger -- …`: the operator's commands for the ledger. See `ledger/run.ts`. */
import { runHere } from './command.ts';
import { runLedger } from './ledger/run.ts';

// Backups, exports and saved heads are as private as the database.
process.umask(0o077);
// The reader of the output, such as `head`, may stop early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
await runHere(runLedger);
