/** `/sbt/`: the metadata of badge tokens, for wallets and explorers. */
import type { Hono } from 'hono';
import { FILES } from '#core/contract/calls.ts';
import { isLanguage } from '#core/languages.ts';
import type { PublicRouteDeps } from '../deps.ts';
import { fail, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { badgeMetadata, collectionMetadata } from './metadata.ts';

export function sbtRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, FILES.badgeCollection, { handle: () => ok(collectionMetadata(deps)) });

  mount(app, deps, FILES.badge, {
    handle: ({ params: { language, badge } }) => {
      if (!isLanguage(language)) return fail('not_found');
      const badgeId = /^(\w+)\.json$/.exec(badge)?.[1] ?? '';
      const metadata = badgeMetadata(badgeId, language, deps);
      return metadata === null ? fail('not_found') : ok(metadata);
    },
  });
}
