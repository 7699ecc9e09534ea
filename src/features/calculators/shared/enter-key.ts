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

/**
 * The next field that Enter goes to: past those that may stay empty and are filled already, such as the account's
 * leverage. From the last one: the first that still needs a number, which is not an error yet.
 */
function nextField(
  field: HTMLInputElement,
  fields: readonly HTMLInputElement[],
): HTMLInputElement | undefined {
  const later = fields.slice(fields.indexOf(field) + 1);
  return (
    later.find((one) => one.required || one.value === '') ??
    fields.find((one) => one !== field && one.required && one.value === '')
  );
}

/** Goes to the first field of a form that still needs a number, else to the one of this name. */
export function goToField(form: HTMLFormElement | null | undefined, name: string): void {
  if (form == null) return;
  const fields = fieldsOf(form);
  const missing = fields.find((one) => one.required && one.value === '');
  (missing ?? fields.find((one) => one.name === name))?.focus();
}

/** Names the Enter key after what it will do. */
function nameEnterKey(field: EventTarget): void {
  if (!(field instanceof HTMLInputElement) || field.form === null || !field.matches(FIELDS)) return;
  field.enterKeyHint = nextField(field, fieldsOf(field.form)) === undefined ? 'done' : 'next';
}

/** Goes to the next field, or submits. Returns false if the key means something else. */
function pressEnter(field: EventTarget): boolean {
  if (!(field instanceof HTMLInputElement) || field.form === null || !field.matches(FIELDS)) return false;
  const next = nextField(field, fieldsOf(field.form));
  if (next === undefined) field.form.requestSubmit();
  else next.focus();
  return true;
}
