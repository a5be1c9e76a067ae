import { readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { shownTime } from '../../../booking/shown-time.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { sameSecret } from '../same-secret.ts'
import type { Services } from '../services.ts'
import { isDevelopment, isFromThisMachine } from './is-private.ts'

interface SecretParams {
  Params: { secret: string }
}

interface FileParams {
  Params: { secret: string; file: string }
}

const newestMax = 200

/** Where it is, after the server's own address. */
export const mailViewerPath = (secret: string) => `/mail/${secret}`

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>${styles}</style><main>${body}</main></html>`

const styles = readFileSync(join(import.meta.dirname, 'mail-viewer.css'), 'utf8')

/** What a mail's own HTML may do: show itself, in the viewer's frame. */
const mailsOwnPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups"
const viewersPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"

function send(reply: FastifyReply, html: string, policy: string) {
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}

const addresses = (list: Email['to']) => (list ?? []).map(({ address }) => address ?? '').join(', ')

/**
 * Lists the mails that were written to the folder, for whoever develops the page on this machine. They hold what
 * clients have told the shop: on a server that anybody else can reach, this does not exist, and because a proxy need
 * not say that it is one, the address is a secret.
 */
export function mailViewer(app: FastifyInstance, services: Services): void {
  const { config, shop, mailFolder: folder, mailSecret } = services
  if (!isDevelopment(config)) return
  const list = mailViewerPath(mailSecret)
  const addressOf = (file: string) => `${list}/${encodeURIComponent(file)}`

  async function read(file: string): Promise<Email | null> {
    const files = await readdir(folder)
    return files.includes(file) && file.endsWith('.eml')
      ? PostalMime.parse(await readFile(join(folder, file)))
      : null
  }

  async function newest(): Promise<{ file: string; writtenAtMs: number }[]> {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
    const dated = files.map(async (file) => ({ file, writtenAtMs: (await stat(join(folder, file))).mtimeMs }))
    return (await Promise.all(dated)).sort((a, b) => b.writtenAtMs - a.writtenAtMs).slice(0, newestMax)
  }

  app.addHook<SecretParams>('onRequest', async (request, reply) => {
    if (!isFromThisMachine(request) || !sameSecret(request.params.secret, mailSecret))
      return reply.callNotFound()
  })

  app.get('/mail/:secret', async (_request, reply) => {
    const rows = (await newest()).map(async ({ file, writtenAtMs }) => {
      const mail = await read(file)
      const when = shownTime(writtenAtMs, shop)
      return `<li><a href="${addressOf(file)}">${escapeHtml(mail?.subject ?? file)}</a>
<span>to ${escapeHtml(addresses(mail?.to))}, ${escapeHtml(when)}</span></li>`
    })
    const items = (await Promise.all(rows)).join('\n')
    const body = items ? `<ul>${items}</ul>` : '<p>No mail has been written yet.</p>'
    return send(reply, page('Mails', `<h1>Mails</h1>${body}`), viewersPolicy)
  })

  app.get<FileParams>('/mail/:secret/:file', async ({ params: { file } }, reply) => {
    const mail = await read(file)
    if (!mail) return reply.callNotFound()
    const attachments = mail.attachments.map(
      ({ filename, mimeType }) => `${filename ?? 'part'} (${mimeType})`,
    )
    const html = `${addressOf(file)}/html`
    return send(
      reply,
      page(
        mail.subject ?? file,
        `<p><a href="${list}">All mails</a></p><h1>${escapeHtml(mail.subject ?? '')}</h1>
<p>From ${escapeHtml(mail.from?.address ?? '')} to ${escapeHtml(addresses(mail.to))}</p>
<p>${escapeHtml(attachments.join(', '))}</p>
<p><a href="${html}">HTML alone</a></p>
<iframe src="${html}" title="HTML" sandbox="allow-popups"></iframe><pre>${escapeHtml(mail.text ?? '')}</pre>`,
      ),
      viewersPolicy,
    )
  })

  app.get<FileParams>('/mail/:secret/:file/html', async ({ params: { file } }, reply) => {
    const mail = await read(file)
    if (!mail) return reply.callNotFound()
    reply.header('x-frame-options', 'SAMEORIGIN')
    return send(reply, mail.html ?? '', mailsOwnPolicy)
  })
}
