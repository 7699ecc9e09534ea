/** What the build puts into the code. */
interface ImportMetaEnv {
  readonly VITE_APP_VERSION: string;
}
