/** The page /proof: published totals, checked in any browser, outside of the app too. */
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/card.css';
import '#ui/button.css';
import './page.css';
import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { planAddressOf } from '#core/proof/plan-address.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { type BroughtProof, checkBrought, checkWholeLog, type Known, pinsOfBuild } from './checks.ts';
import { daysSection } from './days-section.ts';
import { element } from './element.ts';
import { growthSection } from './growth-section.ts';
import { howSection } from './how-section.ts';
import { limitsSection } from './limits-section.ts';
import { logSection, saidOfLog, showProgress } from './log-section.ts';
import { Unreachable } from './log-source.ts';
import { checkpointOfProof, type Opened, openedCodes, readOpened } from './opened-file.ts';
import { ownSection, saidOfOwn } from './own-section.ts';
import type { Shown } from './revealed-plan.ts';
import type { LogState, OwnState, View } from './state.ts';
import { languageOfReader, OTHER_LANGUAGES, translator } from './texts.ts';

type RevealedPart = (view: View) => HTMLElement;

const page = document.getElementById('page') as HTMLElement;
const said = document.getElementById('said') as HTMLElement;

const { pins, isMisbuilt } = readPinsOfBuild();
/** The pins, with the keys that replaced theirs once the log has shown them. */
let trusted = pins;
let language = languageOfReader(location.search, navigator.languages);
let log: LogState = { type: isMisbuilt ? 'misbuilt' : pins === null ? 'unpublished' : 'checking' };
let own: OwnState = { type: 'none' };
/** The days of the newest check that held; none once one has failed. */
let days: readonly DayEntry[] = [];
let known: Known | null = null;
let running = new AbortController();
let opened = 0;
let watching = new AbortController();
let revealed: RevealedPart | null = null;

followScheme();
takeDroppedFiles();
showPage();
void check(null);
void showRevealed();
addEventListener('hashchange', () => void showRevealed());

function viewNow(): View {
  return {
    language,
    t: translator(language),
    pins,
    log,
    own,
    checkAgain: () => void check(known),
    open: (file) => void open(() => readOpened(file)),
    scan: () => void scan(),
  };
}

/** Checks the whole log, and whether it extends a checkpoint of the reader's. The newest call decides what is shown. */
async function check(against: Known | null): Promise<void> {
  if (pins === null) return;
  known = against;
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const view = viewNow();
  showLog({ type: 'checking' });
  const onProgress = (done: number, of: number) => signal.aborted || showProgress(viewNow(), done, of);
  const result = await checkWholeLog(pins, against, { signal, onProgress }).catch((failure: unknown) => {
    const file = failure instanceof Unreachable ? failure.file : missingChunkOf(failure)?.file;
    if (file === undefined) throw failure;
    return { type: 'unreachable', file, known: against } as const;
  });
  if (signal.aborted) return;
  days = result.type === 'good' ? result.value.entries : [];
  if (result.type === 'good') trusted = result.value.trusted;
  showLog(result.type === 'unreachable' ? result : { ...result, checkedAt: Date.now() });
  said.textContent = saidOfLog(view, log);
}

/** The plan of a link to one; its code comes for such a link alone. */
async function showRevealed(): Promise<void> {
  const address = planAddressOf(location.hash);
  document.getElementById('plan')?.remove();
  revealed = null;
  if (address === null) return;
  const { fetchRevealed, planSection } = await loadChunk(
    'a revealed plan',
    () => import('./revealed-plan.ts'),
    {
      patience: 10_000,
    },
  );
  const show = (shown: Shown | null) => {
    if (location.hash !== `#plan=${address.userId}.${address.hash}`) return;
    revealed = (view) => planSection(view, shown);
    document.getElementById('plan')?.remove();
    document.getElementById('log')?.before(revealed(viewNow()));
  };
  show(null);
  show(await fetchRevealed(address));
}

/** Shows what the reader brings while nothing newer is opened. */
function ownPlace(): (state: OwnState) => boolean {
  opened += 1;
  const mine = opened;
  watching.abort();
  return (state) => {
    if (mine !== opened) return false;
    own = state;
    replace(ownSection(viewNow()));
    if (state.type !== 'reading') said.textContent = saidOfOwn(viewNow(), state);
    return true;
  };
}

async function open(read: () => Promise<Opened>): Promise<void> {
  const show = ownPlace();
  show({ type: 'reading' });
  const content = await orFailed(read());
  switch (content.type) {
    case 'proof':
    case 'passport':
    case 'checkpoint':
      if (trusted === null) return void show({ type: 'unpinned' });
      if (content.type !== 'checkpoint') return await openProof(content, trusted, show);
      if (show({ type: 'checkpoint', known: content.known })) await check(content.known);
      return;
    default:
      show(content);
  }
}

async function openProof(
  brought: BroughtProof,
  keys: Trusted,
  show: (state: OwnState) => boolean,
): Promise<void> {
  const checked = await checkBrought(brought, keys).catch((failure: unknown) => {
    if (!(failure instanceof Unreachable) && missingChunkOf(failure) === null) throw failure;
    return null;
  });
  if (checked === null) return void show({ type: 'uncheckable' });
  // Those of the log's check, if it ended meanwhile, are as new.
  if (checked.trusted !== keys) trusted = checked.trusted;
  if (checked.judged === null) return void show({ type: 'damaged' });
  const { proof, result } = checked.judged;
  const inside = result.ok ? checkpointOfProof(proof, result.value.checkpoint) : null;
  if (show({ type: 'proof', result, known: inside }) && inside !== null) await check(inside);
}

/** The camera stays open until a code is seen, the reader stops it, or opens something else. */
async function scan(): Promise<void> {
  const show = ownPlace();
  show({ type: 'reading' });
  watching = new AbortController();
  const { signal } = watching;
  const reader = await orFailed(
    loadChunk('the reader of the camera', () => import('./camera-codes.ts'), { patience: 10_000 }),
  );
  if ('type' in reader) return void show(reader);
  const stream = signal.aborted ? 'noCamera' : await reader.openCamera();
  if (typeof stream === 'string') return void show({ type: stream });
  const video = element('video', { class: 'camera', playsinline: '', muted: '' });
  const stop = () => ownPlace()({ type: 'none' });
  show({ type: 'watching', video, stop });
  const seen = await orFailed(reader.watchCodes(stream, video, signal));
  if (seen === 'noCamera') show({ type: seen });
  else if ('type' in seen) show(seen);
  else if (seen.length > 0) await open(async () => openedCodes(seen));
  else show({ type: 'none' });
}

/** What reads may not have arrived, or may fail in this browser. */
async function orFailed<T>(reading: Promise<T>): Promise<T | { readonly type: 'unloaded' | 'failed' }> {
  return await reading.catch((failure: unknown) => {
    if (missingChunkOf(failure) !== null) return { type: 'unloaded' } as const;
    console.warn('cannot read', failure);
    return { type: 'failed' } as const;
  });
}

function showLog(state: LogState): void {
  log = state;
  const view = viewNow();
  replace(logSection(view));
  replace(ownSection(view));
  if (revealed !== null) replace(revealed(view));
  if (log.type === 'checking') return;
  for (const id of ['growth', 'days']) document.getElementById(id)?.remove();
  if (days.length === 0) return;
  document.getElementById('log')?.after(growthSection(view, days));
  document.getElementById('own')?.after(daysSection(view, days));
}

/** Puts a part of the page in the place of its older self. What is being typed stays; other focus goes to the heading. */
function replace(made: HTMLElement): void {
  const old = document.getElementById(made.id);
  const { activeElement } = document;
  const [typed, field] = [old, made].map((part) => part?.querySelector('textarea'));
  if (typed != null && field != null) field.value = typed.value;
  const hadFocus = old?.contains(activeElement) === true;
  old?.replaceWith(made);
  const next = activeElement === typed ? field : made.querySelector<HTMLElement>('h2');
  if (hadFocus) next?.focus({ preventScroll: true });
}

function showPage(): void {
  const view = viewNow();
  const { t } = view;
  document.documentElement.lang = language;
  document.title = `${t('proof-page:title')} · ${import.meta.env.VITE_APP_NAME}`;
  page.replaceChildren(
    element(
      'header',
      { class: 'page-head' },
      element(
        'p',
        { class: 'brand' },
        element('img', { src: '/mark.svg', alt: '', width: '28', height: '28' }),
        import.meta.env.VITE_APP_NAME,
      ),
      element(
        'div',
        { role: 'group', 'aria-label': t('proof-page:language') },
        ...OTHER_LANGUAGES(language).map((code) =>
          element(
            'button',
            { type: 'button', class: 'button button-plain', lang: code, onclick: () => showIn(code) },
            LANGUAGES[code].name,
          ),
        ),
      ),
    ),
    element(
      'main',
      {},
      element('h1', {}, t('proof-page:title')),
      element('p', { class: 'intro' }, t('proof-page:intro')),
      ...(revealed === null ? [] : [revealed(view)]),
      logSection(view),
      ...(days.length === 0 ? [] : [growthSection(view, days)]),
      ownSection(view),
      ...(days.length === 0 ? [] : [daysSection(view, days)]),
      howSection(view),
      limitsSection(view),
    ),
  );
}

/** The address keeps the choice; nothing else does. */
function showIn(chosen: Language): void {
  language = chosen;
  const address = new URL(location.href);
  address.searchParams.set('lang', chosen);
  history.replaceState(null, '', address);
  showPage();
  page.querySelector<HTMLElement>('header button')?.focus();
}

function readPinsOfBuild() {
  try {
    return { pins: pinsOfBuild(), isMisbuilt: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(error);
    return { pins: null, isMisbuilt: true };
  }
}

function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    document.documentElement.dataset['scheme'] = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', show);
  show();
}

/** Anywhere on the page: a file that misses the place would replace the page otherwise. */
function takeDroppedFiles(): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void open(() => readOpened(file));
  });
}
