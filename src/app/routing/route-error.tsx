/** Shown in place of a failed screen: its code could not be fetched, or it has a defect. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { MissingScreen } from '../chunks/missing-screen.tsx';
import { Defect } from '../defect.tsx';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return error instanceof Error && missingChunkOf(error) !== null ? (
    <MissingScreen error={error} reset={reset} />
  ) : (
    <Defect
      error={error}
      // On Home itself this is another try.
      onHome={() => void router.navigate({ to: '/index', replace: true }).then(reset)}
    />
  );
}
