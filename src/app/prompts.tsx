/** What the app tells or asks by itself: a new version, and the plan of the link that opened it. */
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { isPlanLink } from '#core/launch/opening.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';
import { useAppParts } from './device-context.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

export function Prompts() {
  const { host } = useAppParts();
  const [PlanLaunch, setPlanLaunch] = useState<ComponentType | null>(null);
  const loadPlan = useEffectEvent(async () => {
    if (host.startParameter === null || !isPlanLink(host.startParameter)) return;
    const [loaded] = await loadNeededChunk('the plan of the link', () =>
      Promise.all([import('./plan-launch.tsx'), loadTexts('calculators')]),
    );
    setPlanLaunch(() => loaded.PlanLaunch);
  });
  useEffect(() => void loadPlan(), []);
  return (
    <>
      <UpdatePrompt />
      {PlanLaunch !== null && <PlanLaunch />}
    </>
  );
}
