/** Property tests try fewer cases for each mutant, so that a run takes minutes and the scores are lower bounds. */
import fc from 'fast-check';

fc.configureGlobal({ numRuns: 20 });
