import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { callRefusals } from '../../../copy/errors.ts'
import type { BuiltPage } from '../../built-page.ts'
import { ApiError } from '../api-error.ts'
import { onlyMethods } from '../only-methods.ts'
import { sendDocument } from './document.ts'
import type { Pages } from './pages.ts'

const calls = /^\/(rest|functions|auth)(\/|$)/

export async function pageRoutes(app: FastifyInstance, pages: Pages, page: BuiltPage): Promise<void> {
  // Unknown addresses: an error for programs where the calls are, the not-found page for people elsewhere.
  app.setNotFoundHandler(async (request, reply) => {
    if (calls.test(request.url)) throw new ApiError(404, 'PGRST125', callRefusals.nothingHere)
    return sendDocument(request, reply.code(404), await pages.now('notFound'))
  })

  const documents = { '/robots.txt': 'robots', '/sitemap.xml': 'sitemap' } as const
  for (const [url, name] of Object.entries(documents)) {
    app.get(url, async (request, reply) => sendDocument(request, reply, await pages.now(name)))
    onlyMethods(app, url, ['GET', 'HEAD'])
  }

  // Their names carry a hash of their content, so that they never change.
  await app.register(fastifyStatic, {
    root: page.assetDirs,
    prefix: '/assets/',
    // A folder is nothing to be seen, rather than something forbidden.
    allowedPath: (path) => !path.endsWith('/'),
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })

  // Icons and what else stands beside the page.
  await app.register(fastifyStatic, {
    root: page.distDir,
    wildcard: false,
    globIgnore: [
      'assets/**',
      '*.html',
      'csp.json',
      'views.mjs',
      'robots.txt',
      'sitemap.xml',
      '**/*.br',
      '**/*.gz',
    ],
    preCompressed: true,
    maxAge: '1d',
    index: false,
    decorateReply: false,
  })
}
