/**
 * How a reward moves: the balance counts up to it, and a claimed award flies to the balance. Not with reduced motion; on
 * a slow phone the balance flashes.
 */
import { useEffect, useRef, useState } from 'react';

export interface CountUp {
  /** The figure to show now. */
  readonly shown: number;
  /** How often it has grown while on the screen. */
  readonly growths: number;
}

/** A figure that grows while on the screen is counted up, once. */
export function useCountUp(value: number): CountUp {
  const [shown, setShown] = useState(value);
  const [growths, setGrowths] = useState(0);
  const from = useRef(value);

  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (value > start) setGrowths((before) => before + 1);
    const duration = rewardDuration();
    if (value <= start || duration === 0) {
      setShown(value);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - startedAt) / duration));
      setShown(share === 1 ? value : Math.round(start + (value - start) * (1 - (1 - share) ** 3)));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return { shown, growths };
}

/** Animates an award from the button that claimed it to the balance, once and without blocking anything. */
export function flyAward(from: Element | null, text: string): void {
  const target = document.querySelector('[data-award-target]');
  const duration = rewardDuration();
  if (from === null || target === null || duration === 0) return;
  const start = from.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const chip = document.createElement('span');
  chip.className = 'award-chip';
  chip.ariaHidden = 'true';
  chip.textContent = text;
  document.body.append(chip);
  const at = (box: DOMRect, scale: number, opacity: number) => ({
    transform: `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%) scale(${scale})`,
    opacity,
  });
  const flight = chip.animate([at(start, 1, 1), at(end, 0.8, 0.2)], {
    duration: duration * 1.5,
    easing: 'cubic-bezier(0.3, 0, 0.3, 1)',
  });
  flight.onfinish = () => chip.remove();
  flight.oncancel = () => chip.remove();
}

/** Milliseconds by the `--reward` token of the styles; 0 for reduced motion. */
function rewardDuration(): number {
  return milliseconds(getComputedStyle(document.documentElement).getPropertyValue('--reward'));
}

/** Milliseconds of a CSS time such as `320ms` or `.32s`; 0 for anything else. */
export function milliseconds(time: string): number {
  const match = /^((?:\d*\.)?\d+)(ms|s)$/i.exec(time.trim());
  if (match === null) return 0;
  return Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1);
}
