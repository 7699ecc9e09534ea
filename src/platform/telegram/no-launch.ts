/** The log text for an app that was opened outside the messaging app. */
export const NO_LAUNCH_PARAMETERS =
  'Unable to retrieve launch parameters from any known source. Perhaps, you have opened your app outside the messaging app?';
