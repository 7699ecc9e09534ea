/** Reads a JSON body up to a size, whatever its sender says about its length. */
import * as v from 'valibot';
import { MAX_BODY_BYTES } from '#core/contract/version.ts';
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
    text = await readText(request, contentLength, mostBytes);
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

/** Null where the body is too large. The length that a request names is checked by the server that parsed it. */
async function readText(
  request: Request,
  contentLength: string | undefined,
  mostBytes: number,
): Promise<string | null> {
  if (contentLength !== undefined) return Number(contentLength) > mostBytes ? null : request.text();
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Messages repeat what was received: not all of it. */
function shortened(message: string): string {
  return message.length <= 200 ? message : `${message.slice(0, 200)}…`;
}
