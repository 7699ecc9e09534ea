/** What tests use of a package without types. */
declare module 's3rver' {
  interface Options {
    readonly prefix?: string;
    readonly delimiter?: string;
  }
  interface Listed {
    readonly objects: readonly { readonly key: string }[];
    readonly commonPrefixes: readonly string[];
    readonly isTruncated: boolean;
  }
  // biome-ignore lint/style/noDefaultExport: the package's own.
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: { listObjects(bucket: string, options: Options): Promise<Listed> };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
