/**
 * Choices on the screen: shown at once; if the bot may not write yet, kept only after the messaging app has allowed it.
 */
import { useRef, useState } from 'react';
import {
  changeSettings,
  type KnownAnswer,
  type KnownSettings,
  type SettingsChange,
} from '#core/contract/settings.ts';
import { useDevice } from '#device/device-context.ts';
import type { HostFault } from '#platform/host.ts';
import { useHost } from '#platform/host-context.tsx';

/** Why the bot still may not write: the user declined, the messaging app cannot ask, or it did not answer. */
export type Refusal = 'denied' | 'unsupported' | 'unanswered';

export interface Choices {
  readonly settings: KnownSettings;
  readonly refusal: Refusal | null;
  /** The last choice was reverted, because this device could not keep it. */
  readonly isLost: boolean;
  /** The messaging app is showing its question. */
  readonly isAsking: boolean;
  /**
   * @param needsAccess whether the change is useful only if the bot may write. Resolves to false if everything stays
   * unchanged.
   */
  readonly choose: (change: SettingsChange, needsAccess: boolean) => Promise<boolean>;
  /** Only asks for the bot's permission to write. */
  readonly allow: () => void;
}

/**
 * The chosen settings, shown until they are kept and the device's value has changed since: from then on the device's
 * value is shown again.
 */
interface Ahead {
  readonly settings: KnownSettings;
  /** The device's value when they were kept; null until then. */
  readonly kept: KnownAnswer | null;
}

export function useChoices(known: KnownAnswer): Choices {
  const device = useDevice();
  const host = useHost();
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isLost, setIsLost] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  /** The same as `isAsking`, but one render earlier: prevents a second question. */
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
      console.warn('cannot save the choice', error);
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
