/** Shows a drawn picture as it will be sent, with what can be done with it. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Dialog } from '../dialog.tsx';
import './picture-dialog.css';

export interface PictureDialogProps {
  readonly title: string;
  readonly canvas: HTMLCanvasElement;
  /** Says what is on the picture. */
  readonly label: string;
  /** What has come of an action; empty before. */
  readonly outcome: string;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function PictureDialog({
  title,
  canvas,
  label,
  outcome,
  actions,
  onClose,
  children,
}: PictureDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <Drawn canvas={canvas} label={label} />
      {children}
      <p className="sub picture-outcome" role="status">
        {outcome}
      </p>
    </Dialog>
  );
}

function Drawn({ canvas, label }: Pick<PictureDialogProps, 'canvas' | 'label'>) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <div ref={place} className="shared-picture" role="img" aria-label={label} />;
}
