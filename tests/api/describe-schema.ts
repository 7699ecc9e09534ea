/** A stable description of a valibot schema: what it accepts and what it returns, independent of field order. */

const KEPT = new Set([
  'kind',
  'type',
  'entries',
  'item',
  'items',
  'wrapped',
  'options',
  'pipe',
  'literal',
  'requirement',
  'key',
  'value',
  'rest',
  'default',
  'reference',
]);

export function describeSchema(value: unknown): unknown {
  if (value instanceof RegExp) return `${value}`;
  if (typeof value === 'function') return value.name === '' ? 'function' : value.name;
  if (Array.isArray(value)) return value.map(describeSchema);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const isPart = 'kind' in value && 'type' in value;
  const described = Object.entries(value)
    .filter(([key, part]) => !isPart || (KEPT.has(key) && part !== undefined))
    .map(([key, part]) => [key, describeSchema(part)] as const);
  return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)));
}
