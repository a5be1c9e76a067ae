import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

// Copies demo/ to shop/. Later, adds files that are new in a version.

/** These describe the product. A shop takes them from demo/. */
const ofProduct = ['jacket-outlines.ts', 'picture-sizes.ts', 'types.ts']
/** Every text in these describes the demo shop. */
const placeholders = ['business.ts', 'claims.ts', 'testimonials.ts']
const mark = '// TODO: yours'

/** @param {string} text */
const marked = (text) =>
  text
    .split('\n')
    .map((line) => (/^ +(?!\*)(\w+: )?.*'[^']*'.*[,}]$/.test(line) ? `${line} ${mark}` : line))
    .join('\n')

const shop = join(root, 'shop')
mkdirSync(join(shop, 'pictures'), { recursive: true })
const added = readdirSync(join(root, 'demo')).filter(
  (name) => name.endsWith('.ts') && !ofProduct.includes(name) && !existsSync(join(shop, name)),
)
for (const name of added) {
  const text = readFileSync(join(root, 'demo', name), 'utf8')
  writeFileSync(join(shop, name), placeholders.includes(name) ? marked(text) : text)
}

if (added.length === 0) console.log('shop/ has every file already. Nothing was changed.')
else
  console.log(`Added to shop/: ${added.join(', ')}.
The folder is yours: git ignores it, and no upgrade changes it. Lines marked "${mark}" still describe the
demo shop. Edit them in this order:

  shop/business.ts       name, address, phone, email, links, time zone
  shop/claims.ts         figures, prices, the offer
  shop/opening-hours.ts  when clients can come
  shop/landing-page.ts   the sections and the words of the page
  shop/look.ts           the colors
  shop/gallery.ts, prices.ts, about.ts, reviews.ts
                         four sections that landing-page.ts can list
  shop/kinds.ts          the kinds of appointment, and what clients bring to them
  shop/sources.ts        the choices of 'How did you hear about us?'
  shop/copy.ts           your words for the form and the emails
  shop/testimonials.ts   your clients' own words
  shop/social-proof.ts   'live' or 'off': the demo's numbers are invented
  shop/pictures.ts       what your photographs show, for screen readers
  shop/pictures/         your logo.svg, and photographs: suit.jpg, tuxedo.jpg, special-occasion.jpg, consultation-table.jpg, ...

Then run npm start. docs/your-shop.md goes through all of it.`)
