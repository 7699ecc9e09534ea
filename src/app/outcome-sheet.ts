/** Lends the journal's sheet to the calculators: a feature does not know its siblings. */
import type { LoadOutcomeSheet } from '#features/calculators/shared/outcome-sheet.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';

/** Longer, and the user should know that nothing comes. */
const PATIENCE_MS = 5000;

export const loadOutcomeSheet: LoadOutcomeSheet = async () => {
  const [{ OutcomeSheet }] = await loadChunk(
    'the sheet of outcomes',
    () => Promise.all([import('#features/history/outcome-sheet.tsx'), loadTexts('history')]),
    { patience: PATIENCE_MS },
  );
  return OutcomeSheet;
};
