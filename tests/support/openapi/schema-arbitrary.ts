/** Values that match a JSON Schema, for property-based tests. Knows the keywords that this API uses. */
import fc from 'fast-check';
import { type ApiDocument, resolved, type Schema } from './document.ts';

/** Values of a named schema or of a property that no schema can tell, such as a token that the server gave before. */
export type Known = (name: string) => fc.Arbitrary<unknown> | undefined;

export function arbitraryOf(document: ApiDocument, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => arbitraryOf(document, inner, known);
  if (schema.$ref !== undefined) {
    return known(schema.$ref.split('/').at(-1) ?? '') ?? of(resolved(document, schema));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(of));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(schema, of, known);
    case 'array':
      return fc.array(of(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'string':
      return strings(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.oneof(integers(schema), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 3 });
    default:
      throw new Error(`No values of type ${schema.type} are known`);
  }
}

function objects(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>, known: Known) {
  const { properties, required = [], additionalProperties, propertyNames, maxProperties = 5 } = schema;
  if (additionalProperties !== undefined) {
    const keys = of(propertyNames ?? { type: 'string' }) as fc.Arbitrary<string>;
    return fc.dictionary(keys, of(additionalProperties), { maxKeys: Math.min(maxProperties, 3) });
  }
  if (properties === undefined)
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  const model = Object.entries(properties).map(([name, inner]) => {
    const better = inner.$ref === undefined ? known(name) : undefined;
    return [name, better === undefined ? of(inner) : fc.oneof(better, better, of(inner))] as const;
  });
  return fc.record(Object.fromEntries(model), { requiredKeys: [...required] });
}

function integers({ minimum = -(2 ** 31), maximum = 2 ** 31 }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({ min: minimum, max: maximum });
  const small = {
    min: Math.max(minimum, Math.min(0, maximum)),
    max: Math.min(maximum, Math.max(minimum, 20)),
  };
  return fc.oneof(whole, fc.integer(small));
}

/** Longest text that is made where a schema allows more. */
const LONG = 60;

function strings({ pattern, format, minLength = 0, maxLength = Number.MAX_SAFE_INTEGER }: Schema) {
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10));
  if (pattern === undefined) {
    return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + LONG) });
  }
  const most = Math.min(maxLength, minLength + LONG);
  // A pattern of one class for every letter says nothing about the length.
  const bounded = pattern.replace(/\][*+]\$$/, `]{${Math.max(1, minLength)},${most}}$`);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  try {
    return fc.stringMatching(new RegExp(bounded)).filter(fits);
  } catch {
    // A class of Unicode, which the library does not know.
    const whole = new RegExp(pattern, 'u');
    return fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }).filter((text) => whole.test(text));
  }
}
