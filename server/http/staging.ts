/** A copy of the real data (STAGING=1): each page says so, and search engines stay out. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { stagingRibbon } from '#copy/pages.ts'
import type { BuiltPage, InlinedHashes } from '../built-page.ts'

/** In a gutter without text on any page: above everything, but not in the way. */
const style =
  '.staging{position:fixed;left:0;top:30%;z-index:999;padding:1em .15em;writing-mode:vertical-rl;background:#8b1a1a;color:#fff;font:600 12px/1.2 sans-serif;pointer-events:none}'

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

const withRibbon = (html: string) =>
  html
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}<aside class="staging">${stagingRibbon}</aside>`)

const withStyle = ({ scriptHashes, styleHashes }: InlinedHashes): InlinedHashes => ({
  scriptHashes,
  styleHashes: [...styleHashes, styleHash],
})

export function markAsStaging(page: BuiltPage): BuiltPage {
  const { landing, others, desk } = page.inlined
  return {
    ...page,
    index: withRibbon(page.index),
    notFound: withRibbon(page.notFound),
    desk: withRibbon(page.desk),
    robots: 'User-agent: *\nDisallow: /\n',
    inlined: { landing: withStyle(landing), others: withStyle(others), desk: withStyle(desk) },
  }
}

export function keepOut(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow')
  })
  // The pages of one booking are rendered on request.
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage =
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage ? withRibbon(payload) : payload
  })
}
