/** A picture of the core as an image that a canvas draws at any size. */
import { pictureColour, svgText } from '#core/badge-art/files.ts';
import type { Picture } from '#core/badge-art/shape.ts';

/** Null if the browser cannot draw it. */
export async function imageOf(picture: Picture): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(picture, pictureColour))}`;
  try {
    await image.decode();
    return image;
  } catch (error) {
    console.warn('Cannot draw a picture', error);
    return null;
  }
}
