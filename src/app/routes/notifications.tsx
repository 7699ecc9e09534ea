import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '#features/notifications/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/notifications')({
  loader: () => loadTexts('notifications'),
  component: Notifications,
});

function Notifications() {
  return <NotificationsScreen device={useDevice()} />;
}
