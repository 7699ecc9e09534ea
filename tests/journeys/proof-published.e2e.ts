/** The page of published totals against the real publisher: the log, the user's own proof and passport, and what the page is served with. */
import { readFile } from 'node:fs/promises';
import { makeUser } from '#tests/journeys/app.ts';
import { logPart, ownPart } from './proof-page.ts';
import { expect, expectVerdict, test } from './publisher.ts';

test('everybody checks the published day, and a proof and a passport that the app gave', async ({
  app,
  page,
  browser,
  publisher,
}) => {
  await publisher.live([app.user, makeUser(), makeUser(), app.user]);
  await publisher.comeTo(0);
  await publisher.published(1);
  await app.open({ path: '/verify' });
  await expectVerdict(page, 'Everything fits', 5);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save my proof' }).click();
  const proof = await readFile(await (await downloading).path());
  await page.getByRole('button', { name: /^My passport/ }).click();
  const passport = await page.getByRole('img', { name: 'QR code of your passport' }).screenshot();

  const reader = await browser.newContext({ locale: 'en-US' });
  try {
    const view = await reader.newPage();
    const faults: string[] = [];
    view.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await view.goto(`${publisher.server.origin}/proof`);
    await expect(logPart(view).locator('h3').first()).toHaveText('Everything holds: 1 day');
    await expect(logPart(view)).toContainText('1 of 1 witnesses have signed; 1 must.');
    await expect(view.locator('#growth .figures')).toHaveText('4 iRICH in all3 users');
    await expect(view.getByRole('table', { name: 'All days' }).getByRole('row')).toHaveCount(2);
    const files = [
      { name: 'irich-proof.json', mimeType: 'application/json', buffer: proof },
      { name: 'passport.png', mimeType: 'image/png', buffer: passport },
    ];
    for (const file of files) {
      await view.reload();
      await view.locator('#own input').setInputFiles(file);
      await expect(ownPart(view).locator('h3')).toHaveText('The proof holds');
      await expect(ownPart(view)).toContainText('2 iRICH at the end of');
      await expect(ownPart(view)).toContainText('one of the 3 that add up to 4 iRICH');
      await expect(ownPart(view)).toContainText('Its checkpoint belongs to the log above.');
    }
    await view.getByRole('button', { name: 'Русский' }).click();
    await expect(view.locator('h1')).toHaveText('Опубликованные суммы');
    await expect(logPart(view).locator('h3').first()).toHaveText('Всё сходится: 1 день');
    await expect(ownPart(view).locator('h3')).toHaveText('Доказательство верно');

    expect(await view.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    expect(await reader.cookies()).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await reader.close();
  }
});

test('on a phone with the app the page and its log come from the server, with headers of their own', async ({
  app,
  page,
  publisher,
}) => {
  await publisher.live([app.user]);
  await publisher.comeTo(0);
  await publisher.published(1);
  await app.open({ path: '/verify' });
  await app.untilPrecached();
  const fromServer = new Map<string, boolean>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes('proof')) fromServer.set(pathname, !response.fromServiceWorker());
  });
  const answer = await page.goto(`${publisher.server.origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 1 day');
  expect([...fromServer.keys()]).toEqual(expect.arrayContaining(['/proof', '/proof/checkpoint']));
  expect([...fromServer].filter(([, isSo]) => !isSo)).toEqual([]);
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
  );
  expect(headers['permissions-policy']).toContain('camera=(self)');
  expect(Object.keys(headers)).not.toContain('set-cookie');
  const ofApp = await fetch(`${publisher.server.origin}/`);
  expect(ofApp.headers.get('permissions-policy')).toContain('camera=()');
});
