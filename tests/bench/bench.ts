/**
 * `npm run bench [-- --small] [-- NAME…]` measures, and prints the results beside the goals. Not a test: a
 * missed goal fails nothing. Names select rows; without names all are measured, which takes about ten minutes.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { exitWithUsage, scriptArguments } from '#api/ops/arguments.ts';
import { type BenchOptions, formatTable, type Report } from '#tests/bench/table.ts';

type Bench = (options: BenchOptions) => Promise<Report>;

/** Loaded one by one, so that a row measures only itself. */
const ROWS: Readonly<Record<string, () => Promise<Bench>>> = {
  calculations: async () => (await import('#tests/bench/calculations.ts')).benchCalculations,
  sync: async () => (await import('#tests/bench/sync.ts')).benchSync,
  audit: async () => (await import('#tests/bench/audit.ts')).benchAudit,
  scale: async () => {
    const [machine, objects] = await Promise.all([
      import('#tests/bench/scale.ts'),
      import('#tests/bench/objects.ts'),
    ]);
    return inTurn(machine.benchScale, objects.benchObjects);
  },
  proof: async () => (await import('#tests/bench/proof.ts')).benchProof,
  memory: async () => (await import('#tests/bench/memory.ts')).benchMemory,
  size: async () => (await import('#tests/bench/size.ts')).benchSize,
  lighthouse: async () => (await import('#tests/bench/lighthouse.ts')).benchLighthouse,
  usable: async () => (await import('#tests/bench/usable.ts')).benchUsable,
  lists: async () => (await import('#tests/bench/lists.ts')).benchLists,
  input: async () => (await import('#tests/bench/input.ts')).benchInput,
  'page-memory': async () => (await import('#tests/bench/page-memory.ts')).benchPageMemory,
  taps: async () => (await import('#tests/bench/taps.ts')).benchTaps,
  gas: async () => (await import('#tests/bench/gas.ts')).benchGas,
};

const USAGE = `npm run bench [-- --small] [ROW …], rows: ${Object.keys(ROWS).join(', ')}`;
const { values, positionals } = scriptArguments(USAGE, {
  options: { small: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(ROWS, name));
if (unknown.length > 0) exitWithUsage(USAGE, `Unknown: ${unknown.join(', ')}`);

const reports: Report[] = [machine()];
for (const [name, load] of Object.entries(ROWS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const from = performance.now();
  process.stderr.write(`${name} …\n`);
  reports.push(await measured(name, load));
  process.stderr.write(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
}
process.stdout.write(formatTable(reports));

/** Several rows under one name. */
function inTurn(...benches: readonly Bench[]): Bench {
  return async (options) => {
    const reports: Report[] = [];
    for (const bench of benches) reports.push(await bench(options));
    return {
      figures: reports.flatMap(({ figures }) => figures),
      notes: reports.flatMap(({ notes = [] }) => notes),
    };
  };
}

async function measured(name: string, load: () => Promise<Bench>): Promise<Report> {
  try {
    const bench = await load();
    return await bench({ small: values.small });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    const reason = error instanceof Error ? error.message : String(error);
    return { figures: [{ what: name, measured: 'could not be measured' }], notes: [`${name}: ${reason}`] };
  }
}

/** The figures mean little without the machine they were measured on. */
function machine(): Report {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return {
    figures: [],
    notes: [`${cpus().length} × ${model}, ${memory}, Node ${process.version}, load ${load} at the start.`],
  };
}
