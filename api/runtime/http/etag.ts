/** Compares entity tags as RFC 9110 defines it (section 8.8.3.2, weak comparison). */

/** Whether an `If-None-Match` header lists a tag. @param header such as `"a", W/"b"` or `*`; empty if absent. */
export function listsTag(header: string, tag: string): boolean {
  return header.split(',').some((part) => {
    const listed = part.trim();
    return listed === '*' || (listed.startsWith('W/') ? listed.slice(2) : listed) === tag;
  });
}
