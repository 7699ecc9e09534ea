/** The frame of every screen: the layout, the bottom bar, the back button, the toasts. */
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { OutcomeSheetContext } from '#features/calculators/shared/outcome-sheet.ts';
import { NotAuthorized } from '#features/launch/not-authorized.tsx';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type AddBackLayer, BackLayers } from '#ui/back-layers.ts';
import { type NumberWords, NumberWordsProvider } from '#ui/number-words.ts';
import { ScreenFrameProvider } from '#ui/screen.tsx';
import { ToastProvider, useToast } from '#ui/toast.tsx';
import type { Access } from './boot/access.ts';
import { Spinner } from './boot/spinner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { useAppParts } from './device-context.tsx';
import { LazyPrompts } from './lazy-prompts.tsx';
import { loadOutcomeSheet } from './outcome-sheet.ts';
import { screenAt } from './screens/table.ts';
import { useStatusLine } from './status-line.ts';

/** Onboarding appears at the same time. */
const DELETION_TOAST_MS = 6000;

export function Layout() {
  const { access } = useAppParts();
  const current = useSyncExternalStore(access.subscribe, access.current, access.current);
  if (current === 'no_user' || current === 'reopen') return <NotAuthorized reason={current} />;
  return (
    <ToastProvider>
      <Frame access={current} />
      <LazyPrompts />
    </ToastProvider>
  );
}

function Frame({ access }: { readonly access: Access }) {
  const { t } = useTranslation();
  const { host } = useAppParts();

  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The screen in the outlet: the address is ahead of it until the next screen is ready.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const screen = screenAt(shown);
  // A new user came from onboarding.
  const parent = screen?.parent === undefined ? null : access === 'new' ? '/' : screen.parent;
  const status = useStatusLine();

  // The device corrected the hint: the root route redirects the user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of access that matters
  useEffect(() => void router.invalidate(), [access, router]);

  useDeletionToast(access);

  const goBack = useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else if (parent !== null) void router.navigate({ to: parent, replace: true });
  }, [router, parent]);
  const onBack = parent === null ? null : goBack;

  // A ref, read at the press itself: a layer counts from the moment it is added.
  const layers = useRef<(() => void)[]>([]);
  const [isCovered, setIsCovered] = useState(false);
  const addLayer = useCallback<AddBackLayer>((close) => {
    // A new function for each layer: removing the same one would remove both.
    const layer = () => close();
    const change = (now: (() => void)[]) => {
      layers.current = now;
      setIsCovered(now.length > 0);
    };
    change([...layers.current, layer]);
    return () => change(layers.current.filter((one) => one !== layer));
  }, []);

  const hasBack = isCovered || onBack !== null;
  const pressBack = useEffectEvent(() => (layers.current.at(-1) ?? onBack)?.());
  useEffect(() => {
    host.setBackButton(hasBack ? () => pressBack() : null);
  }, [host, hasBack]);

  const numberWords = useMemo<NumberWords>(
    () => ({ language: shownLanguage(), pasteRefused: t('pasteRefused') }),
    [t],
  );
  const title = screen?.title ?? null;
  const frame = useMemo(
    () => ({
      title: () => (title === null ? '' : (t as (key: string) => string)(title)),
      onBack,
      backLabel: t('back'),
      status,
    }),
    [title, onBack, status, t],
  );
  // A redirect is running, or the user's state is not known yet. Onboarding waits for it by itself.
  const isElsewhere =
    access === 'returning'
      ? shown === '/'
      : access === 'unknown'
        ? shown !== '/'
        : screen?.isForNewUsers !== true;
  return (
    <ScreenFrameProvider value={frame}>
      <NumberWordsProvider value={numberWords}>
        <BackLayers value={addLayer}>
          {isElsewhere ? (
            <Spinner />
          ) : (
            <OutcomeSheetContext value={loadOutcomeSheet}>
              <Outlet />
            </OutcomeSheetContext>
          )}
        </BackLayers>
      </NumberWordsProvider>
      {access === 'returning' && <BottomBar path={path} />}
    </ScreenFrameProvider>
  );
}

/** Shows that the user's data were deleted, here or on another device. */
function useDeletionToast(access: Access): void {
  const { t } = useTranslation();
  const toast = useToast();
  const before = useRef(access);
  useEffect(() => {
    if (before.current === 'returning' && access === 'new')
      toast({ text: t('deleted'), shownMs: DELETION_TOAST_MS });
    before.current = access;
  }, [access, toast, t]);
}
