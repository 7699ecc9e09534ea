/** The parts of every calculator in the catalogue, from its folder. A new folder needs no line here. */

import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALCULATORS } from '#core/calculators/catalogue.ts';
import { type RecordSummary, UNKNOWN_SUMMARY } from '#core/calculators/record-summary.ts';
import type { DeviceRecord } from '#device/model.ts';
import type { CalculatorDefinition } from './definition.ts';

export const DEFINITIONS = import.meta.glob<CalculatorDefinition>('./*/definition.ts', {
  eager: true,
  import: 'DEFINITION',
});

/** Records are immutable, so a summary stays valid. */
const summaries = new WeakMap<DeviceRecord, RecordSummary>();

export function definitionOf(type: CalculationType): CalculatorDefinition {
  const { folder } = CALCULATORS[type];
  const definition = DEFINITIONS[`./${folder}/definition.ts`];
  if (definition === undefined) throw new Error(`${folder} has no definition`);
  return definition;
}

export function summaryOf(record: DeviceRecord): RecordSummary {
  const before = summaries.get(record);
  if (before !== undefined) return before;
  const summary = definitionOf(record.calculationType).summary(record.inputs) ?? UNKNOWN_SUMMARY;
  summaries.set(record, summary);
  return summary;
}
