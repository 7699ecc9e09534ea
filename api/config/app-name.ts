/** The name of the app. The build reads it too. */
import { AppName } from '#core/operator.ts';

export const APP_NAME = {
  APP_NAME: [
    AppName,
    'iRICH',
    'The name of the app in its texts, in those of the bot and in wallets. The build reads it too. Points stay iRICH.',
  ],
} as const;
