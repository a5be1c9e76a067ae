interface ImportMetaEnv {
  /** Whether printed parts are rendered here (see ui/printed.tsx); set in vite.config.ts. */
  readonly PRINTS: boolean
}
