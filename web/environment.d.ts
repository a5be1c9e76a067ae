interface ImportMetaEnv {
  /** Whether to render static parts (page/hydration/islands.tsx); set in vite.config.ts. */
  readonly RENDER_STATIC: boolean
  /** The style of every page but the landing page; set by build/main.ts. */
  readonly OTHER_PAGES_STYLE: string
}
