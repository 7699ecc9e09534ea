/** The page of published totals in every supported engine: it checks a log and a proof of the real publisher. */
import assert from 'node:assert/strict';
import { startPublisher } from '#tests/support/proof/publisher.ts';
import { button, createEngineApp, makeUser } from './app.ts';
import { BUILT, test } from './fixtures.ts';
import { run } from './phone.ts';

test('the page of published totals checks the log and a saved proof, and refuses a changed one', async ({
  phone,
}) => {
  const publisher = await startPublisher(BUILT, -1);
  try {
    const [ada, vera] = [makeUser('Ada'), makeUser('Vera')];
    await publisher.live([ada, vera]);
    await publisher.comeTo(0);
    await publisher.published(1);
    const { status, body } = await publisher.calls.call(ada, 'GET', `/api/proof/${ada.id}`);
    assert.equal(status, 200);
    const proof = JSON.stringify(body['proof']);

    const page = createEngineApp(phone, publisher.server.origin);
    await phone.goto(`${publisher.server.origin}/proof?lang=en`);
    await page.sees({ css: '#log h3', text: 'Everything holds: 1 day' }, 20_000);
    await page.sees({ css: '#growth .figures', text: /2\siRICH in all/ });
    await run(phone, paste, proof);
    await page.tap(button('Check the text'));
    await page.sees({ css: '#own h3', text: 'The proof holds' });
    await page.sees({ css: '#own p', text: 'Its checkpoint belongs to the log above.' });
    await run(phone, paste, proof.replace('"total":"1000"', '"total":"9000"'));
    await page.tap(button('Check the text'));
    await page.sees({ css: '#own h3', text: 'The proof does not hold' });
  } finally {
    await publisher.stop();
  }
});

/** In the page: no keyboard types so long a text. */
function paste(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>('#own textarea');
  if (field !== null) field.value = text;
}
