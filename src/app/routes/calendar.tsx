import { createFileRoute } from '@tanstack/react-router';
import { CalendarScreen } from '#features/calendar/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/calendar')({
  loader: () => loadTexts('calendar'),
  component: Calendar,
});

function Calendar() {
  return <CalendarScreen device={useDevice()} />;
}
