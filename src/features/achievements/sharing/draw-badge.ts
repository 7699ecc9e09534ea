/** Draws an earned badge as a picture for a chat, in the frame of every shared picture. */
import { badgePicture } from '#core/badge-art/badge.ts';
import type { BadgeName } from '#core/points/badges.ts';
import { drawFramed, INNER, WIDTH } from '#ui/shared-picture/frame.ts';
import { loadOwnMark } from '#ui/shared-picture/own-mark.ts';
import { imageOf } from '#ui/shared-picture/svg-image.ts';

export interface BadgeTexts {
  readonly name: string;
  /** What it is given for. */
  readonly goal: string;
  /** When it was earned. */
  readonly day: string;
}

const ART_WIDTH = 480;
const NAME = { size: 84, weight: 700, width: INNER, colour: '--mark-2', align: 'center' } as const;
const TEXT = { size: 38, line: 52 } as const;

/** Null if the browser cannot draw. */
export async function drawBadge(badge: BadgeName, texts: BadgeTexts): Promise<HTMLCanvasElement | null> {
  const picture = badgePicture({ badge, isLocked: false, id: 'shared-badge-' });
  const [image] = await Promise.all([imageOf(picture), loadOwnMark()]);
  if (image === null) return null;
  const [, , width, height] = picture.box;
  const artHeight = (ART_WIDTH * height) / width;
  return drawFramed({ date: '' }, (pen) => {
    const goal = pen.wrapped(texts.goal, TEXT.size, INNER);
    const middle = WIDTH / 2;
    return [
      {
        height: artHeight + 20,
        draw(top) {
          const centre = top + artHeight / 2;
          const glow = pen.context.createRadialGradient(middle, centre, 60, middle, centre, 420);
          glow.addColorStop(0, pen.colour('--picture-glow'));
          glow.addColorStop(1, 'transparent');
          pen.context.fillStyle = glow;
          pen.context.fillRect(middle - 420, centre - 420, 840, 840);
          pen.context.drawImage(image, middle - ART_WIDTH / 2, top, ART_WIDTH, artHeight);
        },
      },
      {
        height: 96 + (goal.length + 1) * TEXT.line,
        draw(top) {
          pen.write(texts.name, middle, top + 84, NAME);
          const text = { size: TEXT.size, width: INNER, align: 'center' } as const;
          goal.forEach((line, index) => {
            pen.write(line, middle, top + 96 + (index + 1) * TEXT.line, text);
          });
          const y = top + 96 + (goal.length + 1) * TEXT.line + 12;
          pen.write(texts.day, middle, y, { ...text, size: 32, colour: '--picture-hint' });
        },
      },
    ];
  });
}
