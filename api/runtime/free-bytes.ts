/**
 * Frees a whole buffer at once; all views of it are empty afterwards. V8 would wait until tens of megabytes have come together where
 * few objects are made beside them. Never call it for a small `Buffer`, which may share its memory with others.
 */
export function freeBytes({ buffer }: ArrayBufferView): void {
  // ES2024.
  (buffer as ArrayBuffer & { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}
