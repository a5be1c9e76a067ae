import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fullName } from '#shop/business.ts'
import { head } from '#shop/landing-page.ts'
import { look } from '#shop/look.ts'
import iconSvg from '#shop/pictures/rendered/icon.svg'
import icon32 from '#shop/pictures/rendered/icon-32.png'
import icon180 from '#shop/pictures/rendered/icon-180.png'
import shareImage from '#shop/pictures/rendered/share.jpg'
import type { PageFacts } from '../../booking/public-api.ts'
import { resolveLook } from '../look/palettes.ts'

interface DocumentProps {
  head: ReactNode
  css: string
  /** For the page’s scripts. Without it, no script makes a call. */
  facts?: PageFacts
  /** Shows the woven tiles immediately, on pages without a script that would add them later. */
  textured?: boolean
  /** Address of the style sheet that a script adds later; without JavaScript it loads at the page’s end. */
  lateStyleSheet?: string
  /** JSON-LD for search engines, at the page’s end, where its text compresses well as a repetition. */
  structuredData?: string
  inlineScripts?: readonly string[]
  children: ReactNode
}

function Document({
  head,
  css,
  facts,
  textured,
  lateStyleSheet,
  structuredData,
  inlineScripts = [],
  children,
}: DocumentProps) {
  return (
    <html lang="en" className={textured ? 'textured' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="theme-color" content={resolveLook(look.colors).cloth} />
        {facts && <meta name="anon-key" content={facts.anonKey} />}
        {facts && <meta name="earliest-date" content={facts.earliestDate} />}
        {facts && <meta name="opening" content={facts.opening} />}
        {css && <style {...unescaped(css)} />}
      </head>
      <body>
        {children}
        {lateStyleSheet && (
          <noscript>
            <link rel="stylesheet" href={lateStyleSheet} />
          </noscript>
        )}
        {structuredData && <script type="application/ld+json" {...unescaped(structuredData)} />}
        {inlineScripts.map((script) => (
          <script key={script} type="module" {...unescaped(script)} />
        ))}
      </body>
    </html>
  )
}

/** Inserts the build’s own output unescaped. */
export function unescaped(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } }
}

export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`
}

function Icons() {
  return (
    <>
      <link rel="icon" href={icon32} sizes="32x32" />
      <link rel="icon" href={iconSvg} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={icon180} />
    </>
  )
}

export function LandingHead({ publicUrl }: Pick<PageFacts, 'publicUrl'>) {
  return (
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={`${publicUrl}/`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={fullName} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={`${publicUrl}/`} />
      <meta property="og:image" content={`${publicUrl}${shareImage}`} />
      {/* Without its size, the first share of the page shows no picture. */}
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={head.imageAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      <Icons />
    </>
  )
}

/** For pages that search engines mustn't list. */
export function UnlistedHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <Icons />
    </>
  )
}
