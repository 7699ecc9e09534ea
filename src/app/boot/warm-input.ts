/**
 * Events that nothing listens to, sent through React while the browser is idle. It compiles React's code for events, which the
 * first touch of a launch would otherwise wait for. Clicks and keys are left out: some listeners act on any of those.
 */

/** All that one touch sends. */
const TOUCH = [
  ...['pointerover', 'pointerdown', 'touchstart', 'gotpointercapture', 'pointerup', 'pointerout', 'touchend'],
  ...['mouseover', 'mousemove', 'mousedown', 'focusout', 'focusin', 'mouseup'],
  ...['transitionrun', 'transitionstart', 'transitionend'],
];

export function warmInput(): void {
  const main = document.querySelector('main');
  for (const name of TOUCH) main?.dispatchEvent(new Event(name, { bubbles: true }));
}
