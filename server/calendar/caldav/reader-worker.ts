import { parentPort } from 'node:worker_threads'
import { DOMParser, type Document, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import { buildEventObject, withClientScheduling, withNewTime, withUpdatedText } from './objects.ts'
import { busyInObject, eventInObject } from './read-ics.ts'

const caldav = 'urn:ietf:params:xml:ns:caldav'

export interface DavResource {
  href: string
  status: number | null
  etag: string
  data: string
  principals: string[]
  addresses: string[]
}

const elementsIn = (parent: Element | Document, name: string, namespace = 'DAV:'): Element[] => [
  ...parent.getElementsByTagNameNS(namespace, name),
]

const textIn = (parent: Element, name: string, namespace = 'DAV:') =>
  elementsIn(parent, name, namespace)[0]?.textContent ?? ''

const statusIn = (parent: Element) => Number(/ (\d{3})\b/.exec(parent.textContent ?? '')?.[1])

/** @returns null for other text, such as a web page */
function multistatus(xml: string): DavResource[] | null {
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  const root = document.documentElement
  if (root?.localName !== 'multistatus' || root.namespaceURI !== 'DAV:') return null
  return elementsIn(root, 'response').map((response) => {
    const own = [...response.childNodes].find((node) => node.localName === 'status')
    const hrefsIn = (name: string, namespace?: string) =>
      elementsIn(response, name, namespace).flatMap((element) =>
        elementsIn(element, 'href').map((href) => (href.textContent ?? '').trim()),
      )
    return {
      href: textIn(response, 'href').trim(),
      status: own ? statusIn(own as Element) : null,
      etag: textIn(response, 'getetag').trim(),
      data: textIn(response, 'calendar-data', caldav),
      principals: hrefsIn('current-user-principal'),
      addresses: hrefsIn('calendar-user-address-set', caldav),
    }
  })
}

const tasks = {
  busyInObject,
  clientScheduledObject: withClientScheduling,
  eventInObject,
  eventObject: buildEventObject,
  movedObject: withNewTime,
  multistatus,
  rewordedObject: withUpdatedText,
}

export type Tasks = typeof tasks

interface Message {
  name: keyof Tasks
  args: never[]
}

parentPort?.on('message', ({ name, args }: Message) => {
  try {
    const work = tasks[name] as (...args: never[]) => unknown
    parentPort?.postMessage({ value: work(...args) })
  } catch {
    // An error's text can quote the calendar.
    parentPort?.postMessage({ isUnreadable: true })
  }
})
