/** The static files of a log, asked of a deployment. */
import type { LogFiles } from '#core/proof/check-log.ts';
import type { TestDeployment } from '../test-deployment.ts';

export function servedLog({ fetch }: Pick<TestDeployment, 'fetch'>): LogFiles {
  const get = async (path: string) => {
    const answer = await fetch(new Request(`https://irich.example/proof/${path}`));
    return answer.status === 200 ? answer : null;
  };
  return {
    text: async (path) => (await get(path))?.text() ?? null,
    bytes: async (path) => {
      const answer = await get(path);
      return answer === null ? null : new Uint8Array(await answer.arrayBuffer());
    },
  };
}
