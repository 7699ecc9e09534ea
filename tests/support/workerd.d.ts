/** The little of workerd's own modules that the tests use. */
declare module 'cloudflare:workers' {
  export class DurableObject {
    readonly ctx: { readonly storage: import('#api/sqlite/durable-object.ts').ObjectStorage };
  }
  interface TestNamespace {
    idFromName(name: string): unknown;
    get(id: unknown): object;
  }
  export const env: { readonly TEST_OBJECT: TestNamespace };
}

declare module 'cloudflare:test' {
  export function runInDurableObject<T>(
    stub: object,
    callback: (
      instance: object,
      state: { readonly storage: import('#api/sqlite/durable-object.ts').ObjectStorage },
    ) => T | Promise<T>,
  ): Promise<T>;
}
