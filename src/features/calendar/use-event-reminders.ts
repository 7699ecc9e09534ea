/** Reminders of events: what is set, and setting one with a tap, which needs the network and the bot's permission to write. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { EventReminderAnswer } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useToast } from '#ui/toast.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';

export interface EventReminders {
  /** No reminder can be changed now. */
  readonly isOffline: boolean;
  /** Reminders are set, but the bot may not write. */
  readonly isMute: boolean;
  readonly isOn: (eventId: string) => boolean;
  /** Settles once the answer is shown. */
  readonly change: (eventId: string, isOn: boolean) => Promise<void>;
}

export function useEventReminders(): EventReminders {
  const device = useDevice();
  const host = useHost();
  const { t } = useTranslation('calendar');
  const toast = useToast();
  const navigate = useNavigate();
  const known = useLive(device.live.eventReminders) ?? null;
  const isOffline = useSyncProblem(useLive(device.live.sync)?.phase) === 'offline';
  // Another phone of the user may have changed them.
  useFresh({ refresh: useCallback(() => device.refreshEventReminders(), [device]), again: isOffline });

  async function change(eventId: string, isOn: boolean): Promise<void> {
    const mustAsk = isOn && known?.mayWrite !== true;
    if (mustAsk) {
      const answer = await host.requestWriteAccess();
      if (!answer.ok) {
        host.haptic('warning');
        const action = {
          label: t('remind.notifications'),
          onAction: () => void navigate({ to: '/notifications' }),
        };
        if (answer.error.type !== 'busy') toast({ text: t('remind.denied'), action });
        return;
      }
    }
    const answer = await device.remindOfEvent(eventId, isOn, mustAsk);
    host.haptic(answer === 'ok' ? 'success' : 'error');
    if (answer !== 'ok') toast({ text: refusalText(answer) });
    if (answer === 'gone') void device.refreshCalendar();
  }

  function refusalText(answer: Exclude<EventReminderAnswer, 'ok'>): string {
    return t(`remind.refused.${answer}`);
  }

  return {
    isOffline,
    isMute: known !== null && !known.mayWrite,
    isOn: (eventId) => known?.events.includes(eventId) === true,
    change,
  };
}
