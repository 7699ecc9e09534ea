/** The SQLite port on the storage of a Durable Object, in workerd. */

import { inObject } from '#tests/support/durable-object.ts';
import { sqliteConformance } from './sqlite-conformance.ts';

sqliteConformance('Durable Object', inObject);
