/** The token metadata addresses in the served build. */
import { expect, test } from '#tests/journeys/app.ts';

test('a token is described, and any client can load its picture', async ({ app }) => {
  for (const path of ['collection', 'en/lev_6', 'ru/streak_20']) {
    const described = await fetch(`${app.server.origin}/sbt/${path}.json`);
    expect(described.status).toBe(200);
    const { image } = (await described.json()) as { image: string };
    const picture = await fetch(image);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.readUInt32BE(16)).toBe(512);
  }
});
