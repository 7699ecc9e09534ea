/** The Enter key of the keyboard: to the next field, and from the last one to the result. */
import type { FocusEvent, KeyboardEvent } from 'react';

/** For a form. */
export const ENTER_KEY = {
  onFocus: ({ target }: FocusEvent<HTMLFormElement>) => nameEnterKey(target),
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (pressEnter(event.target)) event.preventDefault();
  },
};

const FIELDS = 'input:not([type="radio"], [type="checkbox"])';

/** The fields that the user sees, in order. */
function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
    (field) => field.form === form && field.closest('details:not([open])') === null,
  );
}

/** Names the Enter key after what it will do. */
function nameEnterKey(field: EventTarget): void {
  if (!(field instanceof HTMLInputElement) || field.form === null || !field.matches(FIELDS)) return;
  field.enterKeyHint = fieldsOf(field.form).at(-1) === field ? 'done' : 'next';
}

/**
 * Goes to the next field. From the last one: to the first that still needs a number, which is not an error yet, else
 * submits. Returns false if the key means something else.
 */
function pressEnter(field: EventTarget): boolean {
  if (!(field instanceof HTMLInputElement) || field.form === null || !field.matches(FIELDS)) return false;
  const fields = fieldsOf(field.form);
  const next = fields[fields.indexOf(field) + 1] ?? fields.find((one) => one.required && one.value === '');
  if (next === undefined) field.form.requestSubmit();
  else next.focus();
  return true;
}
