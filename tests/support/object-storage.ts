/** S3-compatible storage in a folder of this machine. */
import S3rver from 's3rver';

export interface ObjectStorage {
  /** What Litestream's configuration reads. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const BUCKET = 'irich-backups';

export async function startObjectStorage(directory: string): Promise<ObjectStorage> {
  const configureBuckets = [{ name: BUCKET }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  listPrefixes(server);
  const { port } = await server.run();
  return {
    env: {
      LITESTREAM_ENDPOINT: `http://127.0.0.1:${port}`,
      LITESTREAM_REGION: 'us-east-1',
      LITESTREAM_BUCKET: BUCKET,
      LITESTREAM_ACCESS_KEY_ID: 'S3RVER',
      LITESTREAM_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  };
}

/** With a delimiter the package does not list prefixes whose objects lie more than one folder below. */
function listPrefixes({ store }: S3rver): void {
  const list = store.listObjects.bind(store);
  store.listObjects = async (bucket, { delimiter = '', ...options }) => {
    const listed = await list(bucket, options);
    if (delimiter === '') return listed;
    const from = options.prefix?.length ?? 0;
    const prefixOf = (key: string) => {
      const end = key.indexOf(delimiter, from);
      return end < 0 ? null : key.slice(0, end + delimiter.length);
    };
    const prefixes = listed.objects.map(({ key }) => prefixOf(key)).filter((prefix) => prefix !== null);
    return {
      ...listed,
      objects: listed.objects.filter(({ key }) => prefixOf(key) === null),
      commonPrefixes: [...new Set(prefixes)],
    };
  };
}
