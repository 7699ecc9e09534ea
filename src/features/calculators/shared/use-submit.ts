/** How the forms of the calculators are sent: the tap is answered first, what it asks for takes longer than that. */
import type { FormEvent } from 'react';
import { painted } from '#ui/after-paint.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { useSteady } from '#ui/use-steady.ts';

/** `work` as of when it runs, which knows what was typed meanwhile; afterwards the first field that it marked has the focus. */
export function useSubmit(work: () => void): (event: FormEvent<HTMLFormElement>) => void {
  const latest = useSteady({ work });
  const once = useOneAtATime();
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    void once(async () => {
      await painted();
      latest.work();
      focusFirstWrong(form);
    });
  };
}

/** Once the fields that are wrong have been marked. */
export function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** On a phone the keyboard would hide the result. */
export function hideKeyboard(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches) focused.blur();
}
