/** Runs the check of the published total when the screen opens and when the user asks, and tells how far it is. */
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { CheckProgress, Link, LinkVerdict, TotalCheck, TotalWatch } from '#device/proof-model.ts';
import { useHost } from '#platform/host-context.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export type Links = Partial<Readonly<Record<Link, LinkVerdict>>>;

export interface Check {
  /** Undefined until read. */
  readonly watch: TotalWatch | undefined;
  /** Of the latest check on this screen; null before its end. */
  readonly result: TotalCheck | null;
  /** Verdicts so far of a running check, else of the last one. */
  readonly links: Links;
  /** The step of a running check; null if none runs. */
  readonly step: Exclude<CheckProgress, { stage: 'link' }> | { readonly stage: 'link' } | null;
  readonly isBroken: boolean;
  readonly start: () => void;
}

interface State extends Omit<Check, 'start'> {}

const BEGIN: State = { watch: undefined, result: null, links: {}, step: { stage: 'sync' }, isBroken: false };

export function useCheck(): Check {
  const device = useDevice();
  const host = useHost();
  const [state, setState] = useState(BEGIN);
  const once = useOneAtATime();

  const run = useCallback(async () => {
    const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
    try {
      const watch = await device.totalWatch();
      change({ watch, links: {}, step: { stage: 'sync' }, isBroken: false });
      const result = await device.checkTotal((progress) => {
        if (progress.stage !== 'link') return change({ step: progress });
        const { link, verdict } = progress;
        setState((before) => ({
          ...before,
          step: { stage: 'link' },
          links: { ...before.links, [link]: verdict },
        }));
      });
      const after = await device.totalWatch();
      host.haptic(hasFault(result) || after.fork !== null ? 'error' : 'success');
      change({
        watch: after,
        result,
        links: result.total?.verdict.links ?? {},
        step: null,
      });
    } catch (error) {
      console.warn('cannot run the check', error);
      change({ step: null, isBroken: true });
    }
  }, [device, host]);

  const start = useCallback(() => void once(run), [once, run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(start, []);
  return { ...state, start };
}

/** Whether something is wrong, in the user's own events or in what is published. */
export function hasFault({ events, total }: TotalCheck): boolean {
  if (!events.ok && events.fault !== 'unknown_rules') return true;
  return total !== null && Object.values(total.verdict.links).some(({ state }) => state === 'fault');
}
