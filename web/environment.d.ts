interface ImportMetaEnv {
  /** Whether static parts are rendered here (see ui/static.tsx); set in vite.config.ts. */
  readonly RENDER_STATIC: boolean
  /** The style of every page but the landing page; set by build.ts. */
  readonly OTHER_PAGES_STYLE: string
}
