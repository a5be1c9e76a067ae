import { readFileSync } from 'node:fs'
import type { Plugin, ViteDevServer } from 'vite'
import { fillInFacts, pageFacts } from '../../booking/public-api.ts'

async function anonKey(api: string): Promise<string> {
  const html = await fetch(api)
    .then((answer) => answer.text())
    .catch(() => '')
  return html.match(/name="anon-key" content="([^"]*)"/)?.[1] ?? ''
}

async function developmentHtml(server: ViteDevServer, url: string, api: string): Promise<string> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const settings = { publicUrl: '', anonKey: await anonKey(api) }
  if (pathname === '/' && searchParams.has('desk')) {
    const desk = readFileSync(`${import.meta.dirname}/../desk/index.html`, 'utf8')
    return server.transformIndexHtml(url, fillInFacts(desk, settings))
  }
  const { renderPage } = (await server.ssrLoadModule(
    '/web/build/prerender.tsx',
  )) as typeof import('./prerender.tsx')
  const { shop } = (await server.ssrLoadModule(
    '/booking/opening-hours.ts',
  )) as typeof import('../../booking/opening-hours.ts')
  return server.transformIndexHtml(url, await renderPage(pathname, pageFacts(shop, Date.now(), settings)))
}

/** Renders every page of the development server as the build does, but always hydrated. */
export function developmentPages(api: string): Plugin {
  return {
    name: 'development-pages',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) return next()
          developmentHtml(server, request.url ?? '/', api)
            .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html))
            .catch(next)
        })
      }
    },
  }
}
