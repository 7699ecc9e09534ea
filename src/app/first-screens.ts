/** The screens that the app starts with, so that entry and router ask for the same files. */
export const FIRST_SCREENS = {
  home: () => import('./screens/home.tsx'),
  onboarding: () => import('./screens/onboarding.tsx'),
} as const;
