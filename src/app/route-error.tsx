/** What stands where a screen failed: its code could not be fetched, or it has a defect. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Defect } from './defect.tsx';
import { MissingScreen } from './missing-screen.tsx';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return isMissingCode(error) ? (
    <MissingScreen error={error} reset={reset} />
  ) : (
    <Defect
      error={error}
      // On Home itself this is another try.
      onHome={() => void router.navigate({ to: '/index', replace: true }).then(reset)}
    />
  );
}

function isMissingCode(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS|no texts for/i.test(
      error.message,
    )
  );
}
