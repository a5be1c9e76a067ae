/**
 * Lets the desk open without a connection: its document and its files are kept on the device. What it shows it keeps
 * by itself (api.ts); no call of the owner's comes by here. Its scope is `/?desk`, so that no visitor's
 * page has anything to do with it.
 *
 * @see https://www.w3.org/TR/service-workers/
 */

/** Addresses of the desk's document and of its files, whose names change with their content; filled in by the build. */
declare const deskPath: string

declare const files: string[]

/** One for each build. */
declare const cacheName: string

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}

declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

/** On a line that does not bring the document by then, the desk opens as it was kept. */
const patienceMs = 4000

async function kept(address: string): Promise<Response> {
  return (await caches.match(address)) ?? Response.error()
}

/** The document as the server has it, and all of it: a line that has begun to answer can break, or take too long. */
async function served(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
  if (answer.type === 'opaqueredirect') return answer
  // A gateway's: behind it there is no server just now.
  if (answer.status >= 500) throw new Error(answer.statusText)
  return new Response(await answer.arrayBuffer(), answer)
}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([deskPath, ...files])))
})

self.addEventListener('activate', (event) => {
  const isOld = (name: string) => name !== cacheName
  const forgetOld = async () =>
    Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)))
  event.waitUntil(forgetOld())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') {
    event.respondWith(served(request).catch(() => kept(deskPath)))
  } else if (files.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((file) => file ?? fetch(request)))
  }
})

export {}
