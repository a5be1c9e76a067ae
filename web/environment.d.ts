interface ImportMetaEnv {
  /** Whether to render static parts (page/hydration/islands.tsx); set in vite.config.ts. */
  readonly RENDER_STATIC: boolean
  /** The style of every page but the landing page; set by build/main.ts. */
  readonly OTHER_PAGES_STYLE: string
  /** Addresses of the style sheets in the page’s body; set by build/main.ts. */
  readonly BODY_STYLES?: Readonly<Record<'below' | 'sections', string>>
  /** The shop’s sections; set in vite.config.ts for the build. */
  readonly SECTIONS?: readonly import('./look/grounds.ts').SectionOnPage[]
}
