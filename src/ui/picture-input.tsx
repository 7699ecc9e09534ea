/** Chooses a picture from the gallery. Its button opens it. */
import type { RefObject } from 'react';

export interface PictureInputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onPicture: (picture: File) => void;
}

/** Others are drawings, or open only in some browsers. */
const FORMATS = 'image/jpeg,image/png,image/webp,image/gif';

export function PictureInput({ ref, onPicture }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      name="picture"
      accept={FORMATS}
      hidden
      onChange={({ currentTarget }) => {
        const [picture] = currentTarget.files ?? [];
        if (picture !== undefined) onPicture(picture);
        // The same picture may be chosen again.
        currentTarget.value = '';
      }}
    />
  );
}
