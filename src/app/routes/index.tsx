import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: Onboarding });

function Onboarding() {
  return <h1>iRICH</h1>;
}
