/**
 * Opens the desk without a connection: it stores the desk's document and files, and api.ts stores the loaded data. Shows
 * notifications about bookings, even while the desk is closed. Its scope is `/?desk`, so it doesn't affect visitors.
 */

/** The build fills these in. File names change with their content. */
declare const deskPath: string
declare const files: string[]
declare const cacheName: string

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushEvent extends LifeEvent {
  /** The data from server/push/devices.ts. */
  data: { json(): { title: string; body: string; path: string } }
}

interface ClickEvent extends LifeEvent {
  notification: { data: string; close(): void }
}

interface DeskWindow {
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}

declare const self: {
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: {
    matchAll(options: { type: 'window' }): Promise<DeskWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

/** After this, the stored document opens. */
const patienceMs = 4000

async function kept(address: string): Promise<Response> {
  return (await caches.match(address)) ?? Response.error()
}

/** Fetches the whole document, because a slow connection can break halfway. */
async function served(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
  if (answer.type === 'opaqueredirect') return answer
  // A proxy's error: the server behind it is down.
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

self.addEventListener('push', (event) => {
  const { title, body, path } = event.data.json()
  // A second one about the same booking replaces the first.
  const options = { body, tag: path, data: path, icon: '/desk-icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, options))
})

async function openDesk(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return void (await self.clients.openWindow(path))
  await Promise.all([open.focus(), open.navigate(path)])
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openDesk(event.notification.data))
})

export {}
