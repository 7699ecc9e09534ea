/** `/sbt/`: the metadata of badge tokens, for wallets and explorers. */
import type { Handler, Hono } from 'hono';
import type { RouteDeps } from '../deps.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { open } from '../runtime/http/endpoint.ts';
import { METADATA_CACHE_CONTROL, SHOWN_ELSEWHERE } from '../runtime/http/headers.ts';
import {
  type BadgeMetadata,
  badgeMetadata,
  collectionMetadata,
  METADATA_PATH,
  type Metadata,
} from './metadata.ts';

export function sbtRoutes(app: Hono, deps: RouteDeps): void {
  const kept = { cacheControl: METADATA_CACHE_CONTROL, tagOf: deps.sha256 };

  app.get(
    `${METADATA_PATH}collection.json`,
    forAnyPage(
      open(
        deps,
        `${METADATA_PATH}collection.json`,
        (): Answer<Metadata> => ok(collectionMetadata(deps.publicUrl)),
        kept,
      ),
    ),
  );

  app.get(
    `${METADATA_PATH}:language/:file`,
    forAnyPage(
      open(
        deps,
        `${METADATA_PATH}{language}/{badge}.json`,
        ({ params }): Answer<BadgeMetadata> => {
          const { language, file = '' } = params;
          if (language !== 'en' && language !== 'ru') return fail('not_found');
          const badgeId = /^(\w+)\.json$/.exec(file)?.[1] ?? '';
          const metadata = badgeMetadata(badgeId, language, deps.publicUrl);
          return metadata === null ? fail('not_found') : ok(metadata);
        },
        kept,
      ),
    ),
  );
}

/** Explorers read the metadata from their own pages. */
function forAnyPage(handler: Handler): Handler {
  return async (context, next) => {
    const response = (await handler(context, next)) as Response;
    response.headers.set('access-control-allow-origin', '*');
    for (const [name, value] of Object.entries(SHOWN_ELSEWHERE)) response.headers.set(name, value);
    return response;
  };
}
