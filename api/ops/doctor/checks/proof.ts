/** The log of published totals, and badges as tokens: settings that are only half there. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { error, type Finding, note, type Subject, settingOf, warning } from '../check.ts';

export function witnesses(subject: Subject): Finding[] {
  const isPublished = [settingOf(subject, 'PROOF_SIGNING_KEY'), settingOf(subject, 'PROOF_ORIGIN')].some(
    (text) => text !== '',
  );
  return isPublished && settingOf(subject, 'PROOF_WITNESSES') === ''
    ? [
        warning(
          'PROOF_WITNESSES',
          'is not set: no one notices a log that shows two histories. Name witnesses.',
        ),
      ]
    : [];
}

/** An older log must never come back, and no disk may take ledgers and log together. */
export function logFile(subject: Subject): Finding[] {
  const { config, backups, system } = subject;
  if (config === null || config.proofSigningKey === null) return [];
  const name = 'PROOF_DATABASE_PATH';
  const folder = dirname(resolve(config.proofDatabasePath));
  if (!existsSync(folder)) return [error(name, `is in a folder that does not exist: make ${folder}.`)];
  if (backups !== null && existsSync(backups) && isInside(folder, backups))
    return [error(name, 'is in the folder of backups: a restore would bring back an older log. Move it.')];
  const ledgers = dirname(resolve(config.databasePath));
  return existsSync(ledgers) && system.device(ledgers) === system.device(folder)
    ? [note(name, 'is on the disk of the ledgers: run `ledger -- proof export` daily to another machine.')]
    : [];
}

export function tokens(subject: Subject): Finding[] {
  const [collection, key, api] = ['SBT_COLLECTION', 'SBT_SIGNING_KEY', 'TON_API_URL'].map(
    (name) => settingOf(subject, name) !== '',
  );
  return [
    ...(key && !collection
      ? [warning('SBT_COLLECTION', 'is not set, but SBT_SIGNING_KEY is: badges do not become tokens.')]
      : []),
    ...(collection && !api
      ? [
          warning(
            'TON_API_URL',
            'is not set, but SBT_COLLECTION is: the server never learns what was minted.',
          ),
        ]
      : []),
  ];
}

function isInside(folder: string, outer: string): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(outer)}${sep}`);
}
