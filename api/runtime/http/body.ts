/** Reads a JSON body up to a size, whatever its sender says about its length. */
import * as v from 'valibot';
import { MAX_BODY_BYTES } from '#core/contract/version.ts';
import { readText } from '../read-text.ts';
import { type Answer, fail, ok } from './answer.ts';

export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  contentType: string | undefined,
  contentLength: string | undefined,
  schema: Schema,
  mostBytes: number = MAX_BODY_BYTES,
): Promise<Answer<v.InferOutput<Schema>>> {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json')
    return fail('json_required');
  let text: string | null;
  try {
    // The server that parsed a request holds it to the length that it names, and can read it faster.
    if (contentLength === undefined) text = await readText(request.body, mostBytes);
    else text = Number(contentLength) > mostBytes ? null : await request.text();
  } catch {
    // The network was lost under it, or the body is not framed as HTTP asks: nothing is wrong on this side.
    return fail('malformed', { message: 'The body ended early.', path: '' });
  }
  if (text === null) return fail('body_too_large');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail('malformed', { message: 'The body is not JSON.', path: '' });
  }
  return matching(schema, body);
}

/** A value checked by a schema of the contract; the error names the first field that is wrong. */
export function matching<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Answer<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return ok(result.output);
  const [issue] = result.issues;
  return fail('malformed', { message: shortened(issue.message), path: v.getDotPath(issue) ?? '' });
}

/** Messages repeat what was received: not all of it. */
function shortened(message: string): string {
  return message.length <= 200 ? message : `${message.slice(0, 200)}…`;
}
