/** A quiet offer: the bot reminds the user of a streak that is about to end. Nothing where it already does. */
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import type { KnownAnswer } from '#core/contract/settings.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { useChoices } from './use-choices.ts';

export interface ReminderOfferProps {
  /** Opens the notifications, where the user sees what is missing. */
  readonly onOpen: () => void;
}

export function ReminderOffer({ onOpen }: ReminderOfferProps) {
  const known = useLive(useDevice().live.settings);
  return known ? <Offer known={known} onOpen={onOpen} /> : null;
}

function Offer({ known, onOpen }: ReminderOfferProps & { readonly known: KnownAnswer }) {
  const { t } = useTranslation('notifications');
  const toast = useToast();
  const { settings, isAsking, choose } = useChoices(known);
  const isOn = known.mayWrite && settings.notifications.streakReminder;
  // A user who had it on before is offered nothing.
  const [wasOn] = useState(isOn);
  if (wasOn) return null;
  if (isOn) {
    return (
      <span role="status">
        <BellRing role="img" aria-label={t('remind.on')} />
      </span>
    );
  }

  const remind = async () => {
    const isSet = await choose({ notifications: { streakReminder: true } }, true);
    if (!isSet) toast({ text: t('remind.failed'), action: { label: t('title'), onAction: onOpen } });
  };
  return (
    <Button small variant="quiet" busy={isAsking} onClick={() => void remind()}>
      {t('remind.offer')}
    </Button>
  );
}
