interface ImportMetaEnv {
  /** Whether static parts are rendered here (see ui/static.tsx); set in vite.config.ts. */
  readonly RENDER_STATIC: boolean
}
