import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { developed } from '../encode.ts'
import * as jacket from '../outlines/jacket.ts'
import { renderHero } from './hero.ts'

/** Proportions that every service shows uncropped. */
export const shareSize = { widthPx: 1200, heightPx: 630 }

const pxPerCm = 10.4
/** Where the centre front and the jacket's zero height stand in the picture. */
const centreFrontPx = { x: 611, y: 74 }
const paper = '#e7e3d8'
const draft = '#22304f'

/**
 * The picture shown beside a shared link: the jacket half drafted, half sewn, on marking paper. Without a name, which
 * would be this shop's in everybody's; messengers write it beside the picture.
 */
export async function composeShare(): Promise<Sharp> {
  const { widthPx, heightPx } = shareSize
  const sewn = await developed(renderHero(pxPerCm * 2), true)
  const picture = jacket.pictureBoxCm
  const left = Math.round(centreFrontPx.x + picture.x * pxPerCm)
  const top = Math.round(centreFrontPx.y + picture.y * pxPerCm)
  const visible = await sewn
    .resize(Math.round(picture.width * pxPerCm))
    .png()
    .toBuffer()
  const cropped = await sharp(visible)
    .extract({
      left: 0,
      top: Math.max(0, -top),
      width: Math.min(Math.round(picture.width * pxPerCm), widthPx - left),
      height: Math.min(Math.round(picture.height * pxPerCm), heightPx - Math.max(0, top)),
    })
    .toBuffer()
  const ground = Buffer.from(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
      '<pattern id="dots" width="32" height="32" patternUnits="userSpaceOnUse">',
      '<circle cx="12" cy="12" r="1.1" fill="#a8a291"/></pattern>',
      `<rect width="100%" height="100%" fill="${paper}"/><rect width="100%" height="100%" fill="url(#dots)"/>`,
      draftedHalf(),
      `<rect width="22" height="100%" fill="#dba93c"/>${tapeMarks(heightPx)}`,
      '</svg>',
    ].join(''),
  )
  return sharp(ground).composite([{ input: cropped, left, top: Math.max(0, top) }])
}

/** The wearer's right front, mirrored from the left: cut line, stitch line and the turned lapel. */
function draftedHalf(): string {
  const cut = [jacket.front, jacket.sleeve]
    .map(
      (path) =>
        `<path d="${path}" fill="none" stroke="${draft}" stroke-width="2.1" stroke-linejoin="round"/>` +
        `<path d="${path}" fill="${paper}" stroke="${paper}" stroke-width="1.8" stroke-linejoin="round"/>` +
        `<path d="${path}" fill="none" stroke="${draft}" stroke-width=".2" stroke-dasharray=".9 .5"/>`,
    )
    .join('')
  const turned = [jacket.backNeck, jacket.lapel, jacket.collar]
    .map((path) => `<path d="${path}" fill="${paper}" stroke="${draft}" stroke-width=".22"/>`)
    .join('')
  const { x, y } = centreFrontPx
  return `<g transform="translate(${x} ${y}) scale(${-pxPerCm} ${pxPerCm})">${cut}${turned}</g>`
}

/** The tape down the edge: an inch every 48 pixels. */
function tapeMarks(heightPx: number): string {
  let marks = ''
  for (let y = 6; y < heightPx; y += 6) {
    const length = y % 48 === 0 ? 22 : y % 24 === 0 ? 13 : 7
    marks += `M${22 - length} ${y}h${length}`
  }
  return `<path d="${marks}" stroke="#15161a" stroke-width="1.2"/>`
}
