import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const dist = new URL('../../dist/', import.meta.url)
const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', woff2: 'font/woff2' }

const frame = '<!doctype html><iframe src="/" scrolling="no" style="width:390px;height:844px"></iframe>'

/** Serves the built page inside a frame, which a test can resize faster than a window. */
async function serveFramed(withFonts: boolean): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const file = new URL(url === '/' ? 'index.html' : url.slice(1), dist)
    const isThere = existsSync(file) && (withFonts || !url.endsWith('.woff2'))
    response.setHeader('content-type', types[url.split('.').at(-1) ?? ''] ?? 'text/html')
    if (url === '/framed') response.end(frame)
    else if (isThere) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Runs in the page. Waits until the last font has loaded or failed, and layout is done. */
const settled = `(() => {
  const fonts = [...(document.querySelector('iframe')?.contentDocument?.fonts ?? [])]
  const own = fonts.filter(({ family }) => /^"?(Besley|Libre Franklin)"?$/.test(family))
  return own.length === 2 && own.every(({ status }) => status === 'loaded' || status === 'error')
})()`

/** Runs in the page. Returns the lines of the first view at each width of a phone, with slashes between them. */
function readLines(): Record<number, string> {
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  const page = frame.contentDocument as Document
  // Otherwise each width would lay out the whole page.
  for (const section of page.querySelectorAll('section, footer'))
    if (!section.querySelector('.hero-copy')) section.remove()
  const words: Range[] = []
  for (const block of page.querySelectorAll('.masthead .woven-label, .hero-copy > *')) {
    const walker = page.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      for (const { index, 0: word } of (walker.currentNode.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
        const range = page.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + word.length)
        words.push(range)
      }
    }
  }
  const lines: Record<number, string> = {}
  for (let width = 320; width <= 430; width += 1) {
    frame.style.width = `${width}px`
    let before = Number.POSITIVE_INFINITY
    lines[width] = ''
    for (const word of words) {
      const { left } = word.getBoundingClientRect()
      lines[width] += left <= before ? `/${word}` : ` ${word}`
      before = left
    }
  }
  return lines
}

/** Returns the lines of the first view by width, before and after the web fonts load. */
export async function firstViewLines(
  goto: (url: string) => Promise<unknown>,
  ask: (expression: string) => Promise<unknown>,
  until: (expression: string) => Promise<unknown>,
): Promise<{ before: unknown; after: unknown }> {
  async function lines(withFonts: boolean) {
    const server = await serveFramed(withFonts)
    try {
      await goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/framed`)
      await until(settled)
      return await ask(`(${readLines})()`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  return { before: await lines(false), after: await lines(true) }
}
