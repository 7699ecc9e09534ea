/** What every screen stands in: the frame around it, the bottom bar, the way back, the messages. */
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
import { NotAuthorized } from '#features/launch/not-authorized.tsx';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type AddBackLayer, BackLayers } from '#ui/back-layers.ts';
import { type NumberWords, NumberWordsProvider } from '#ui/number-words.ts';
import { ScreenFrameProvider } from '#ui/screen.tsx';
import { ToastProvider, useToast } from '#ui/toast.tsx';
import type { Access, AccessState } from './access.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useAppParts } from './device-context.tsx';
import { LateUpdatePrompt } from './late-update-prompt.tsx';
import { parentOf, placeOf } from './places.ts';
import { Spinner } from './spinner.tsx';
import { useStatusLine } from './status-line.ts';

/** Onboarding comes into view at the same time. */
const DELETION_WORD_MS = 6000;

export function Layout({ access }: { readonly access: AccessState }) {
  const current = useSyncExternalStore(access.subscribe, access.current);
  if (current === 'nobody' || current === 'reopen') return <NotAuthorized reason={current} />;
  return (
    <ToastProvider>
      <Frame access={current} />
      <LateUpdatePrompt />
    </ToastProvider>
  );
}

function Frame({ access }: { readonly access: Access }) {
  const { t } = useTranslation();
  const { device, host } = useAppParts();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Of the screen that the outlet holds: the address is ahead of it until the next one is there.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const parent = parentOf(shown);
  const status = useStatusLine(device);

  // The device said otherwise than the hint: the root route sends the user where they belong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of access that matters
  useEffect(() => void router.invalidate(), [access, router]);

  useDeletionWord(access);

  const goBack = useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else if (parent !== null) void router.navigate({ to: parent, replace: true });
  }, [router, parent]);
  const onBack = parent === null ? null : goBack;

  // Looked up by the press itself: a layer is the one that goes from the moment it is there.
  const layers = useRef<(() => void)[]>([]);
  const [isCovered, setIsCovered] = useState(false);
  const addLayer = useCallback<AddBackLayer>((close) => {
    // An own function for each: the same one twice would leave twice.
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
  const frame = useMemo(() => ({ onBack, backLabel: t('back'), status }), [onBack, status, t]);
  // On the way to where the user belongs, or that is not known yet.
  const isElsewhere = access === 'unknown' || (shown === '/') === (access === 'returning');
  return (
    <ScreenFrameProvider value={frame}>
      <NumberWordsProvider value={numberWords}>
        <BackLayers value={addLayer}>{isElsewhere ? <Spinner /> : <Outlet />}</BackLayers>
      </NumberWordsProvider>
      {access === 'returning' && <BottomBar place={placeOf(path)} />}
    </ScreenFrameProvider>
  );
}

/** Says that the user's data were deleted, here or on another device. */
function useDeletionWord(access: Access): void {
  const { t } = useTranslation();
  const toast = useToast();
  const before = useRef(access);
  useEffect(() => {
    if (before.current === 'returning' && access === 'new')
      toast({ text: t('deleted'), shownMs: DELETION_WORD_MS });
    before.current = access;
  }, [access, toast, t]);
}
