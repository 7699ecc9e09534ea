/** Reads the text of a request or an answer, whatever length its sender claims. */

/**
 * The UTF-8 text of a body; '' without a body. Null where the body is longer than `mostBytes`: the rest of it is cancelled
 * unread. Throws what the stream throws, such as a lost connection or an abort.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<string | null> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
