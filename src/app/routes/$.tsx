/** Redirects unknown paths to Home. */
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/index', replace: true });
  },
});
