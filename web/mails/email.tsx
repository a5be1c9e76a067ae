import { convert } from 'html-to-text'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { dates, shortDates } from '#copy/dates.ts'
import { clientMails } from '#copy/emails.ts'
import { addressLine, business } from '#shop/business.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { epochMsToWallTime, formatTime, splitDate } from '../../booking/time.ts'
import type { Email } from '../../booking/views.ts'
import { logo } from '../ui/logo.ts'
import { columnWidth, darkStyles, styles } from './styles.ts'

interface Words {
  children: ReactNode
}

const wordsOf =
  (Tag: 'h1' | 'h2' | 'p', kind: 'title' | 'subtitle' | 'words' | 'small') =>
  ({ children }: Words) => (
    <Tag className={kind} style={styles[kind]}>
      {children}
    </Tag>
  )

export const Title = wordsOf('h1', 'title')
export const Subtitle = wordsOf('h2', 'subtitle')
export const Paragraph = wordsOf('p', 'words')
export const Small = wordsOf('p', 'small')

export const Link = ({ href, children }: Words & { href: string }) => (
  <a className="link" href={href} style={styles.link} target="_blank" rel="noopener">
    {children}
  </a>
)

export const Button = ({ href, children }: Words & { href: string }) => (
  <a className="button" href={href} style={styles.button} target="_blank" rel="noopener">
    <Outlook html={`<i style="mso-font-width:500%;mso-text-raise:22.5" hidden>&#8202;&#8202;</i>`} />
    <span style={{ ...styles.buttonWords, ...{ msoPaddingAlt: '0px', msoTextRaise: '11.25px' } }}>
      {children}
    </span>
    <Outlook html={`<i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i>`} />
  </a>
)

/** Outlook ignores a link’s padding and gets wide spaces; other apps see a comment. */
const Outlook = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React writes no comments.
  <span dangerouslySetInnerHTML={{ __html: `<!--[if mso]>${html}<![endif]-->` }} />
)

/** A table, because email apps agree on no other layout. `role` hides it from assistive technology. */
function Box({ align = 'center', style, cell, cellClass, children }: BoxProps) {
  return (
    <table
      align={align}
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      role="presentation"
      style={style}
    >
      <tbody>
        <tr>
          <td className={cellClass} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

interface BoxProps extends Words {
  align?: 'center' | 'left'
  style?: CSSProperties
  /** For padding, background, and borders, which Outlook draws only on cells. */
  cell?: CSSProperties
  cellClass?: string
}

/** Limits the width. Outlook has no max-width and gets a table of that width. */
function Column({ children }: Words) {
  const column = renderToStaticMarkup(<Box style={styles.column}>{children}</Box>)
  const table = `<table align="center" width="${columnWidth}" border="0" cellpadding="0" cellspacing="0" role="presentation">`
  const html = `<!--[if mso]>${table}<tr><td><![endif]-->${column}<!--[if mso]></td></tr></table><![endif]-->`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React writes no comments.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

export const Ticket = ({ when, children }: Words & { when: string }) => (
  <Box style={styles.ticketRoom} cell={styles.ticket}>
    <p className="when" style={styles.when}>
      {when}
    </p>
    {children}
  </Box>
)

/** "Thu, Dec 3 at 10:30 AM": short enough for a subject on a phone. */
export function subjectTime(startEpochMs: number, { timeZone }: Shop): string {
  const { date, time } = epochMsToWallTime(startEpochMs, timeZone)
  const { weekday, month, day } = splitDate(date)
  const shortDay = dates.day(shortDates.short(weekday), shortDates.short(month), day)
  return shortDates.shortMoment(shortDay, formatTime(time).replace('\u00a0', ' '))
}

/** White space after the preview, so inboxes don’t show the beginning of the email. */
const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'
const previewLength = 200

const Preview = ({ text }: { text: string }) => (
  <div style={styles.preview} data-skip-in-text="true">
    {text}
    <div>{filler.repeat(Math.max(0, previewLength - text.length))}</div>
  </div>
)

interface SheetProps extends Words {
  subject: string
  /** Inboxes show it after the subject. */
  preview: string
}

function Sheet({ subject, preview, children }: SheetProps) {
  return (
    <html dir="ltr" lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style; its ">" must not be escaped. */}
        <style dangerouslySetInnerHTML={{ __html: darkStyles }} />
      </head>
      <body className="ground" style={styles.body}>
        <Box cell={styles.ground}>
          <Preview text={preview} />
          <Column>
            <Box align="left" style={styles.label} cell={styles.labelWords}>
              {logo ? (
                <img style={styles.labelLogo} src="cid:logo" width="176" height="44" alt={business.name} />
              ) : (
                <>
                  <p style={styles.labelName}>{business.name}</p>
                  <p style={styles.labelTrade}>{business.trade}</p>
                </>
              )}
            </Box>
            <Box cell={styles.sheet} cellClass="sheet">
              {children}
            </Box>
            <p className="footer" style={styles.footer}>
              {clientMails.footer}
              <br />
              {addressLine}
            </p>
          </Column>
        </Box>
      </body>
    </html>
  )
}

/** Old and new email apps lay out this doctype the same way. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

export function writeEmail(subject: string, preview: string, children: ReactNode): Email {
  const sheet = (
    <Sheet subject={subject} preview={preview}>
      {children}
    </Sheet>
  )
  const html = `${doctype}${renderToStaticMarkup(sheet)}`
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      // The logo's name, without its address in the email.
      { selector: 'img', format: 'image', options: { pathRewrite: () => '' } },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      // The text already has the number.
      ...['tel', 'sms'].map((scheme) => ({
        selector: `a[href^="${scheme}:"]`,
        format: 'anchor',
        options: { ignoreHref: true },
      })),
    ],
  })
  return { subject, html, text }
}
