import globalData from '@csstools/postcss-global-data'
import react from '@vitejs/plugin-react'
import customProperties from 'postcss-custom-properties'
import { defineConfig } from 'vite'
import { sections } from '#shop/landing-page.ts'
import { developmentPages } from './web/build/development-pages.ts'
import { tokenFiles } from './web/build/own-look.ts'
import { ownShop } from './web/build/own-shop.ts'
import { sectionStyles } from './web/build/section-styles.ts'
import { sectionsOnPage } from './web/look/grounds.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3001'

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  define: {
    'import.meta.env.RENDER_STATIC': JSON.stringify(command === 'serve' || isSsrBuild === true),
    ...(command === 'build' && { 'import.meta.env.SECTIONS': JSON.stringify(sectionsOnPage(sections)) }),
  },
  plugins: [react(), ownShop(), sectionStyles(sections), developmentPages(api)],
  // Writes the tokens’ values where styles name them: custom properties cost 450 bytes of the first round trip, which
  // has 100 to spare, and a rule for the root that arrives late restyles every element.
  css: {
    postcss: {
      plugins: [
        globalData({ files: tokenFiles(import.meta.dirname) }),
        customProperties({ preserve: false }),
      ],
    },
  },
  server: {
    host: '127.0.0.1',
    port: 3000,
    // Whole paths, because the sources of /booking and /site are served here as well.
    proxy: {
      '^/(rest|functions|auth|calendar|book)/': api,
      '^/(book|healthz)(\\?|$)': api,
      // A client's visit, which is a state of the page that the server answers.
      '^/\\?visit=': api,
      // What the desk's own build writes beside its page.
      '^/desk[.-]': api,
    },
  },
  build: {
    manifest: true,
    // The first versions that know everything the style sheet asks for, mask and media ranges among it. What they lack,
    // no script may use without asking (tests/budget/browsers.test.ts).
    target: ['chrome120', 'edge120', 'firefox121', 'safari16.4'],
    modulePreload: false,
    // A picture inlined in the page's own HTML would delay the text that stands around it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Which plugin takes how long is no news for the one who starts the shop.
      checks: { bundlerTimings: false },
      input: {
        start: 'web/page/hydration/start.ts',
        inlined: 'web/styles/inlined.css',
        late: 'web/styles/late.css',
        below: 'web/styles/below.css',
        'other-pages': 'web/styles/other-pages.css',
        'hero-photograph': 'web/styles/hero-photograph.css',
        sections: 'web/styles/sections.css',
        logo: 'web/styles/logo.css',
      },
      // Words that only static parts read are not sent as script.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [
          { test: /\/(demo|dist\.shop(\.next)?\/shop|copy|web\/page\/sections)\//, sideEffects: false },
        ],
      },
      output: {
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        entryFileNames: 'assets/[name]-[hash:6].js',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|web\/page\/hydration\/react\.ts/,
            },
          ],
        },
      },
    },
  },
}))
