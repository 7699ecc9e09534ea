/**
 * External links of the app: help, channels, partners. Configuration, not code: `links.json` is edited per deployment,
 * and a test checks it against `links-schema.ts`.
 */
import type { InferOutput } from 'valibot';
import links from './links.json' with { type: 'json' };
import type { LinksSchema } from './links-schema.ts';

type Links = InferOutput<typeof LinksSchema>;
export type PartnerLink = Links['offers']['tools']['links'][number];

export const LINKS: Links = links;

/** A page of the help documents. */
export function helpUrl(page: string, language: keyof Links['helpBase']): string {
  return `${LINKS.helpBase[language]}${page}`;
}
