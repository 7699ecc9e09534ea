/**
 * WebKit, driven by W3C WebDriver (www.w3.org/TR/webdriver2). No screenshots: WebKitGTK hangs on them now and
 * then.
 */
import { startDisplay, startWebDriver, type WebKit } from '#tests/support/webkit.ts';
import { describeTarget, type EngineBrowser, elementScript, type Target } from './phone.ts';

const LOAD_LIMIT_MS = 20_000;
const SCRIPT_LIMIT_MS = 5000;
/** The driver's own limits come first. */
const MORE_MS = 5000;
/** The protocol's key for an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const CONTROL = '\uE009';

const BROWSER_ARGS = [
  '--automation',
  // This cache would keep a page that was left alive, and a write of it would lock the database for half a
  // minute. The messaging app closes a web view instead.
  '--enable-page-cache=false',
];

export async function launchWebKit(programs: WebKit): Promise<EngineBrowser> {
  const display = await startDisplay();
  const { version, end } = await openSession(programs, display.name);
  await end();
  return {
    version,
    close: () => display.stop(),
    async newPhone() {
      const session = await openSession(programs, display.name);
      await session.post('/window/rect', { width: 390, height: 844 });

      async function elementOf(target: Target): Promise<string> {
        const script = `return ${elementScript(target)}`;
        const found = await session.post('/execute/sync', { script, args: [] });
        if (found === null) throw new Error(`${describeTarget(target)} is not shown`);
        return `/element/${(found as Readonly<Record<string, string>>)[ELEMENT]}`;
      }

      return {
        async goto(url) {
          await session.post('/url', { url });
        },
        async reload() {
          await session.post('/refresh', {});
        },
        async evaluate(expression) {
          const answer = (await session.post('/execute/async', { script: settle(expression), args: [] })) as {
            readonly value?: unknown;
            readonly error?: string;
          };
          if (answer.error !== undefined) throw new Error(answer.error);
          return answer.value;
        },
        async tap(target) {
          // Its own scrolling stops at the edge of the page, under the bottom bar.
          await session.post('/execute/sync', {
            script: `${elementScript(target)}?.scrollIntoView({ block: 'center', behavior: 'instant' })`,
            args: [],
          });
          await session.post(`${await elementOf(target)}/click`, {});
        },
        async type(target, text) {
          const element = await elementOf(target);
          await session.post(`${element}/click`, {});
          const keys = [...pressed(CONTROL, ...pressed('a')), ...[...text].flatMap((key) => pressed(key))];
          await session.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
        },
        close: session.end,
      };
    },
  };
}

/** Each session has its own driver, since one that could not end its browser cannot start the next. */
async function openSession(programs: WebKit, display: string) {
  const driver = await startWebDriver(programs, display);
  const session = (await send(`${driver.url}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        timeouts: { pageLoad: LOAD_LIMIT_MS, script: SCRIPT_LIMIT_MS, implicit: 0 },
        'webkitgtk:browserOptions': { binary: programs.browser, args: BROWSER_ARGS },
      },
    },
  })) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } };
  const address = `${driver.url}/session/${session.sessionId}`;
  return {
    version: session.capabilities.browserVersion,
    post: (path: string, body: unknown) => send(address + path, 'POST', body),
    async end() {
      await send(address, 'DELETE').catch((error: unknown) => console.warn('WebKit did not end', error));
      await driver.stop();
    },
  };
}

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

/** A key, with the actions while it is held. */
function pressed(value: string, ...meanwhile: readonly KeyAction[]): readonly KeyAction[] {
  return [{ type: 'keyDown', value }, ...meanwhile, { type: 'keyUp', value }];
}

/** A script ends by a call of its last argument; without this a failure would only run into the time limit. */
function settle(expression: string): string {
  return `
    const done = arguments[arguments.length - 1];
    Promise.resolve()
      .then(() => (${expression}))
      .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
}

async function send(url: string, method: 'POST' | 'DELETE', body?: unknown): Promise<unknown> {
  const limit = (/\/(url|refresh|session)$/.test(url) ? LOAD_LIMIT_MS : SCRIPT_LIMIT_MS) + MORE_MS;
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(limit),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`WebDriver ${method} ${new URL(url).pathname}: ${error}: ${message}`);
}
