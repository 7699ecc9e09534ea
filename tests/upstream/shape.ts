/** Compares the shapes of two answers: every known field exists and has its kind. Extra fields are no fault. */

/** One line for each field that is missing or of another kind; the elements of a list share one shape. */
export function differences(known: unknown, answer: unknown, path = ''): string[] {
  const where = path === '' ? 'the answer' : path;
  // Unknown or null values are not compared.
  if (known === null || answer === null) return [];
  if (kindOf(known) !== kindOf(answer)) return [`${where} is ${kindOf(answer)}, not ${kindOf(known)}`];
  if (Array.isArray(known) && Array.isArray(answer)) {
    if (answer.length === 0) return [`${where} is empty`];
    return [...new Set(answer.flatMap((one) => differences(known[0], one, `${path}[]`)))];
  }
  if (typeof known !== 'object' || typeof answer !== 'object') return [];
  return Object.entries(known).flatMap(([name, value]) =>
    name in answer
      ? differences(value, (answer as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`)
      : [`${path === '' ? name : `${path}.${name}`} is missing`],
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value)
    ? 'a list'
    : value === null
      ? 'nothing'
      : `a ${typeof value}`.replace('a object', 'an object');
}
