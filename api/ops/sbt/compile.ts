/** Compiles the contracts. The same sources and compiler give the same bytes on any machine. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTolkCompiler } from '@ton/tolk-js';

const FOLDER = new URL('../../sbt/contract/', import.meta.url);

/** The compiled contracts, which the server reads. */
export const ARTEFACT = fileURLToPath(new URL('compiled.json', FOLDER));

const CONTRACTS = ['collection', 'badge'] as const;
type ContractName = (typeof CONTRACTS)[number];

interface Compiled {
  /** Hash of the code's cell, hexadecimal. */
  readonly hash: string;
  /** The code as a bag of cells, base64. */
  readonly code: string;
}

/** The text of the artefact. Throws the compiler's message if the sources are faulty. */
export async function compileContracts(): Promise<string> {
  const compiled: Partial<Record<ContractName, Compiled>> = {};
  let compiler = '';
  for (const name of CONTRACTS) {
    const result = await runTolkCompiler({
      entrypointFileName: `${name}.tolk`,
      fsReadCallback: (path) => readFileSync(new URL(path, FOLDER), 'utf8'),
    });
    if (result.status === 'error') throw new Error(`${name}.tolk: ${result.message}`);
    compiler = `tolk ${result.tolkVersion}`;
    compiled[name] = { hash: result.codeHashHex.toLowerCase(), code: result.codeBoc64 };
  }
  return `${JSON.stringify({ compiler, ...compiled }, null, 2)}\n`;
}
