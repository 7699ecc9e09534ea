/** The ledger in a Durable Object, in workerd. */
import { inObject } from '#tests/support/durable-object.ts';
import { commitConformance } from './commit-conformance.ts';
import { ledgerConformance } from './ledger-conformance.ts';

ledgerConformance('Durable Object', inObject);
commitConformance('Durable Object', inObject);
