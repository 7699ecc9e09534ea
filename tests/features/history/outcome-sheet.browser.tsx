/** An outcome's sheet while another tab changes, or deletes, its record; and the limit of its note. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDexieStore } from '#device/store/dexie.ts';
import { changeOutcome } from '#device/store/edits.ts';
import type { Store } from '#device/store/port.ts';
import { deleteRecord, historyOf } from '#device/store/records.ts';
import { browserStorage } from '#platform/storage.ts';
import { calculate, fillForm } from '#tests/features/calculators/form.ts';
import {
  closeSheet,
  mark,
  openHistory,
  openSheet,
  rows,
  sheet,
  TRADE,
} from '#tests/features/history/history.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';

const note = sheet.getByRole('textbox', { name: 'Note' });
const clear = sheet.getByRole('button', { name: 'Clear the outcome' });

test('what the user has not touched follows the record', async () => {
  const app = await openHistory('BTC');
  await openSheet();
  await mark('Won');
  const tab = await openTab(app, true);
  await tab.note('from there');
  await onScreen(note).toHaveValue('from there');
  await note.fill('mine');
  await tab.note('later');
  await tab.mark('lost');
  await onScreen(note).toHaveValue('mine');
  await onScreen(sheet.getByRole('radio', { name: 'Won' })).toBeChecked();
});

test('Clear leaves a note that was not shown', async () => {
  const app = await openHistory('BTC');
  await openSheet();
  await mark('Won');
  // Of this one the app learns nothing.
  const tab = await openTab(app, false);
  // The answer to the app's own edit would show the note.
  await expect.poll(() => app.server.edits()).toHaveLength(1);
  await expect.poll(() => tab.store.read(['outbox'], (reading) => reading.count('outbox'))).toBe(0);
  await tab.note('unseen');
  // Both in one turn, in which nothing else can show it.
  expect((note.element() as HTMLTextAreaElement).value).toBe('');
  (clear.element() as HTMLButtonElement).click();
  await closeSheet();
  await onScreen(rows.css('.outcome-line')).toHaveText('unseen');
});

test('a record that is deleted elsewhere says so, and what was typed stays in sight', async () => {
  const app = await openHistory('BTC');
  await openSheet();
  await mark('Won');
  await note.fill('long thoughts');
  const tab = await openTab(app, true);
  await deleteRecord(tab.store, tab.id);
  await onScreen(sheet.getByRole('alert')).toHaveText(/^This calculation was deleted elsewhere/);
  await onScreen(note).toHaveValue('long thoughts');
  await onScreen(note).toHaveAttribute('readonly');
  await onScreen(sheet.getByRole('radio', { name: 'Won' })).toBeDisabled();
  await onScreen(clear).toHaveCount(0);
  await closeSheet();
  await onScreen(rows).toHaveCount(0);
});

test('so it does on the screen of its calculator', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await fillForm(TRADE);
  await calculate();
  await page.getByRole('button', { name: 'Mark the outcome' }).click();
  await note.fill('long thoughts');
  const tab = await openTab(app, true);
  await deleteRecord(tab.store, tab.id);
  await onScreen(sheet.getByRole('alert')).toHaveText(/^This calculation was deleted elsewhere/);
  await onScreen(note).toHaveValue('long thoughts');
  await closeSheet();
  await onScreen(page.getByRole('button', { name: 'Mark the outcome' })).toHaveCount(0);
});

test('an emoji that does not fit is left out of a note, and the caret stays', async () => {
  await openHistory('BTC');
  await openSheet();
  await note.fill('a'.repeat(277));
  const field = note.element() as HTMLTextAreaElement;
  field.focus();
  field.setSelectionRange(1, 1);
  document.execCommand('insertText', false, '👨‍👩‍👧');
  await onScreen(note).toHaveValue('a'.repeat(277));
  expect(field.selectionStart).toBe(1);
  document.execCommand('insertText', false, '🚀');
  await onScreen(note).toHaveValue(`a🚀${'a'.repeat(276)}`);
  expect(field.selectionStart).toBe(3);
});

interface Tab {
  readonly store: Store;
  /** Of the only record. */
  readonly id: string;
  note(text: string): Promise<void>;
  mark(result: 'lost'): Promise<void>;
}

/** The store as another tab has it open. @param tells whether the app hears of its changes. */
async function openTab({ user }: TestApp, tells: boolean): Promise<Tab> {
  const { indexedDB, keyRange, openChannel } = browserStorage();
  if (indexedDB === null || keyRange === null) throw new Error('no database');
  const channel = tells ? openChannel(`irich-${user.id}`) : null;
  const store = await openDexieStore({ userId: user.id, indexedDB, keyRange, channel });
  onTestFinished(() => {
    store.close();
    channel?.close();
  });
  const [record] = await store.read(['records'], (reading) => historyOf(reading, {}));
  const id = record?.id ?? '';
  const change = (part: Parameters<typeof changeOutcome>[2]) =>
    changeOutcome(store, id, part, { at: Date.now(), offset: 0, device: 'b'.repeat(16) });
  return { store, id, note: (text) => change({ note: text }), mark: (result) => change({ result }) };
}
