/**
 * Animates an award from the button that claimed it to the balance. Once, without blocking anything, and not with
 * reduced motion.
 */
import { rewardDuration } from '#ui/reward-duration.ts';

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
