import { ann, type OpenShop, waitFor } from './shop-server.ts'

export const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

/** The token of the link in that kind of email, as the client finds it. */
export async function getVisitToken(shop: OpenShop, email: string = ann.email): Promise<string> {
  let token: string | undefined
  await waitFor(async () => {
    const mails = await shop.mails('client-invitation')
    const mail = mails.find(({ to }) => to?.[0]?.address === email)
    token = /\?visit=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    return token !== undefined
  })
  return token ?? ''
}

export async function bookVisit(shop: OpenShop, fields = ann) {
  await shop.book(fields)
  return getVisitToken(shop, fields.email)
}

export const visit = (shop: OpenShop, token: string, more = '', init: RequestInit = {}) =>
  fetch(`${shop.url}/?visit=${token}${more}`, { redirect: 'manual', ...init })

export const send = (shop: OpenShop, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })

export const move = (
  shop: OpenShop,
  token: string,
  time: string,
  sequence = '0',
  date = ann.appointment_date,
  headers = {},
) =>
  send(shop, { visit: token, sequence, do: 'move', appointment_date: date, appointment_time: time }, headers)

export const cancel = (shop: OpenShop, token: string, sequence = '0') =>
  send(shop, { visit: token, sequence, do: 'cancel' })

export async function countRows(shop: OpenShop, from: string): Promise<number> {
  const [row] = await (await shop.database()).run(`select count(*) as count from ${from}`)
  return Number(row?.count)
}
