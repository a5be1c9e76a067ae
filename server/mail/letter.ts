import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { toPlainText } from '@react-email/render'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { addressLine, business } from '../../site/business.ts'
import { clientMails } from '../../site/copy/mails.ts'
import { h } from './element.ts'
import { darkStyles, look } from './look.ts'

// The parts of a mail. React escapes whatever stands in them.

export const title = (words: string) => h(Heading, { as: 'h1', className: 'title', style: look.title }, words)

export const subtitle = (words: string) =>
  h(Heading, { as: 'h2', className: 'subtitle', style: look.subtitle }, words)

export const paragraph = (...words: ReactNode[]) =>
  h(Text, { className: 'words', style: look.words }, ...words)

export const small = (...words: ReactNode[]) => h(Text, { className: 'small', style: look.small }, ...words)

export const link = (href: string, words: string) =>
  h(Link, { href, className: 'link', style: look.link }, words)

export const button = (href: string, words: string) =>
  h(Button, { href, className: 'button', style: look.button }, words)

/** When and where, as a ticket with a brass edge. */
export const ticket = (when: string, ...lines: ReactNode[]) =>
  h(
    Section,
    null,
    h('div', { style: look.ticket }, h(Text, { className: 'when', style: look.when }, when), ...lines),
  )

const wovenLabel = h(
  Section,
  { align: 'left', style: look.label },
  h(Text, { style: look.labelName }, business.name),
  h(Text, { style: look.labelTrade }, business.trade),
)

interface Letter {
  subject: string
  /** What inboxes show beside the subject. */
  preview: string
  children: readonly ReactNode[]
}

function sheet({ subject, preview, children }: Letter) {
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('title', null, subject),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: darkStyles } }),
    ),
    h(
      Body,
      { className: 'ground', style: look.ground },
      h(Preview, null, preview),
      h(
        Container,
        { style: look.column },
        wovenLabel,
        h(Section, null, h('div', { className: 'sheet', style: look.sheet }, ...children)),
        h(Text, { className: 'footer', style: look.footer }, clientMails.footer, h('br'), addressLine),
      ),
    ),
  )
}

/** What mail programs of every age lay out in the same way. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The letter in the two forms in which mails carry it, both from the same words. */
export async function writeLetter(letter: Letter): Promise<{ subject: string; html: string; text: string }> {
  const html = `${doctype}${renderToStaticMarkup(sheet(letter))}`
  const text = toPlainText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
  return { subject: letter.subject, html, text }
}
