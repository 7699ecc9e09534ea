/** Files of the server that are JSON, for readers beside the app. */
import * as v from 'valibot';

/** TON Connect: what a wallet shows of the app before it connects. */
export const WalletManifest = v.object({
  url: v.string(),
  name: v.string(),
  iconUrl: v.string(),
  termsOfUseUrl: v.optional(v.string()),
  privacyPolicyUrl: v.optional(v.string()),
});

/** TEP-64: the metadata of a collection of tokens. `image` is the address of a PNG. */
export const TokenMetadata = v.object({ name: v.string(), description: v.string(), image: v.string() });
export type TokenMetadata = v.InferOutput<typeof TokenMetadata>;

/** TEP-64: the metadata of one badge. */
export const BadgeMetadata = v.object({
  ...TokenMetadata.entries,
  attributes: v.array(v.object({ trait_type: v.string(), value: v.string() })),
});
export type BadgeMetadata = v.InferOutput<typeof BadgeMetadata>;

/** The description of this API by OpenAPI. */
export const OpenApi = v.looseObject({ openapi: v.pipe(v.string(), v.startsWith('3.1.')) });
