/** The entry that workerd starts for tests: it only names the object class. */
import { DurableObject } from 'cloudflare:workers';

export class TestObject extends DurableObject {}

// biome-ignore lint/style/noDefaultExport: workerd asks for one
export default { fetch: () => new Response('tests only') };
