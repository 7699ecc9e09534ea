/** Choices of the screen: seen at once, and where the bot may not write yet, taken only once the messaging app has allowed it. */
import { useRef, useState } from 'react';
import {
  changeSettings,
  type KnownAnswer,
  type KnownSettings,
  type SettingsChange,
} from '#core/contract/settings.ts';
import type { Device } from '#data/model.ts';
import type { HostFault } from '#platform/host.ts';
import { useHost } from '#platform/host-context.tsx';

/** Why the bot may not write after all: the user said no, the messaging app cannot ask, or it did not answer. */
export type Refusal = 'denied' | 'unsupported' | 'unanswered';

export interface Choices {
  readonly settings: KnownSettings;
  readonly refusal: Refusal | null;
  /** The last choice went back, because this device could not keep it. */
  readonly isLost: boolean;
  /** The messaging app shows its question. */
  readonly isAsking: boolean;
  /** @param needsAccess whether it is of use only where the bot may write. False where everything stays as it was. */
  readonly choose: (change: SettingsChange, needsAccess: boolean) => Promise<boolean>;
  /** Asks for nothing but that the bot may write. */
  readonly allow: () => void;
}

/** What was chosen, shown until it is kept and what is known has changed since: then that is the truth again. */
interface Ahead {
  readonly settings: KnownSettings;
  /** What was known when it was kept; null until then. */
  readonly kept: KnownAnswer | null;
}

export function useChoices(device: Device, known: KnownAnswer): Choices {
  const host = useHost();
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isLost, setIsLost] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  /** As `isAsking`, a render earlier: a second question would wait for the first. */
  const asking = useRef(false);
  const latest = useRef(known);
  latest.current = known;
  const isAhead = ahead !== null && (ahead.kept === null || ahead.kept === known);
  const settings = isAhead ? ahead.settings : known.settings;

  async function keep(mine: Ahead, change: SettingsChange, mayWrite: boolean): Promise<boolean> {
    try {
      await device.changeSettings(change, mayWrite);
      setAhead((newest) => (newest === mine ? { ...mine, kept: latest.current } : newest));
      return true;
    } catch (error) {
      console.warn('the choice is not kept', error);
      setAhead(null);
      setIsLost(true);
      return false;
    }
  }

  async function askThenKeep(mine: Ahead, change: SettingsChange): Promise<boolean> {
    showAsking(true);
    const answer = await host.requestWriteAccess();
    showAsking(false);
    host.haptic(answer.ok ? 'success' : 'warning');
    if (answer.ok) return keep(mine, change, true);
    setAhead(null);
    setRefusal(refusalOf(answer.error.type));
    return false;
  }

  function showAsking(isNow: boolean): void {
    asking.current = isNow;
    setIsAsking(isNow);
  }

  async function choose(change: SettingsChange, needsAccess: boolean): Promise<boolean> {
    const mustAsk = needsAccess && !known.mayWrite;
    if (mustAsk && asking.current) return false;
    setRefusal(null);
    setIsLost(false);
    const mine: Ahead = { settings: changeSettings(settings, change), kept: null };
    setAhead(mine);
    return mustAsk ? askThenKeep(mine, change) : keep(mine, change, false);
  }

  return { settings, refusal, isLost, isAsking, choose, allow: () => void choose({}, true) };
}

function refusalOf(fault: HostFault): Refusal | null {
  switch (fault) {
    case 'busy':
      return null;
    case 'denied':
      return 'denied';
    case 'unsupported_method':
    case 'outside':
      return 'unsupported';
    default:
      return 'unanswered';
  }
}
