/** An address that no route can read, such as one with a broken escape, goes home like any unknown path. */
import { Navigate } from '@tanstack/react-router';

export function GoHome() {
  return <Navigate to="/index" replace />;
}
