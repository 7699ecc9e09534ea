/** Submits calculator forms: paints the tap's feedback first, because the work takes longer. */
import type { FormEvent } from 'react';
import { painted } from '#ui/after-paint.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { useSteady } from '#ui/use-steady.ts';

/** Runs the latest `work`, which sees text typed meanwhile; afterwards it focuses the first field marked as wrong. */
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

/** After the wrong fields have been marked. */
export function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** A phone's keyboard would hide the result. */
export function hideKeyboard(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches) focused.blur();
}
