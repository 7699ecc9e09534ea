/** The React root of the app. */
import { createRoot, type Root } from 'react-dom/client';

export function rootOfPage(): Root {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  return createRoot(container);
}
