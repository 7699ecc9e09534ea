/**
 * The edge: every request arrives here. It answers requests without a user itself, and checks the signature of the others before
 * it passes them to the object of their user. Nothing else wakes or creates the object of a user.
 */
import type { Context } from 'hono';
import { authenticatorOf, createPublicApp, type PublicAppDeps, tokenDeps } from '#api/app.ts';
import type { LaunchData } from '#api/auth/launch-data.ts';
import { createExportTokens } from '#api/auth/tokens.ts';
import { type Answer, fail, ok } from '#api/runtime/http/answer.ts';
import { mountForwarded, type Sender } from '#api/runtime/http/mount.ts';
import { CALLS, type Call, FILES } from '#core/contract/calls.ts';
import { createOperator, type OperatorDeps } from './operator.ts';

/** The calls of the edge to the object of a user. */
export interface AnsweringHost {
  /**
   * Answers a call that this user has signed, or a download of theirs. The object believes its caller.
   * @param launch the checked launch data; null for a download.
   */
  answer(request: Request, launch: LaunchData | null): Promise<Response>;
}

export interface EdgeDeps extends PublicAppDeps {
  readonly user: (userId: number) => AnsweringHost;
  /** Null where operators have no access. */
  readonly operator?: OperatorDeps | null;
}

export function createEdge(deps: EdgeDeps): (request: Request, env: unknown) => Promise<Response> {
  const app = createPublicApp(deps);
  const { fromHeader } = authenticatorOf(deps);
  const exportTokens = createExportTokens(tokenDeps(deps));
  const operator = deps.operator ? createOperator(deps.operator, deps) : null;
  const mountDeps = { ...deps, trustedProxies: deps.config.trustedProxies };
  const signer = ({ req }: Context): Answer<Sender> => {
    const checked = fromHeader(req.header('authorization'));
    if (!checked.ok) return fail(checked.error);
    return ok({ userId: checked.launch.user.id, launch: checked.launch });
  };
  const downloader = ({ req }: Context): Answer<Sender> => {
    const userId = exportTokens.userOf(req.param('token') ?? '');
    return userId === null ? fail('not_found') : ok({ userId, launch: null });
  };
  const forward = (call: Call, senderOf: typeof signer) =>
    mountForwarded(app, mountDeps, call, senderOf, (request, { userId, launch }) =>
      deps.user(userId).answer(request, launch),
    );
  for (const call of Object.values(CALLS)) if (call.access === 'signed') forward(call, signer);
  forward(FILES.exported, downloader);

  return async (request, env) => (await operator?.(request, env)) ?? app.fetch(request, env);
}
