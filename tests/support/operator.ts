/** The operator whose app tests build and look at: the example of the demo. */
import { EXAMPLE_FILE, readForBuild } from '#api/ops/operator-file.ts';
import { PIN_VARIABLES } from '#tests/support/proof/test-keys.ts';

/** Variables of a build. */
export const BUILD_VARIABLES = { ...PIN_VARIABLES, OPERATOR_FILE: EXAMPLE_FILE };

const read = readForBuild(BUILD_VARIABLES);
if (!read.ok) throw new Error(read.faults.join('\n'));

export const EXAMPLE = read.links;

/** What a build would put in their place. */
export const OPERATOR_VALUES = {
  'import.meta.env.VITE_APP_NAME': JSON.stringify(read.appName),
  'import.meta.env.VITE_LINKS': JSON.stringify(read.links),
  'import.meta.env.VITE_HAS_OFFERS': 'true',
  'import.meta.env.VITE_HAS_MARK': 'false',
};
