import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as jacket from '../../demo/jacket-outlines.ts'
import { heightAt, type PictureName, pictureSizes } from '../../demo/picture-sizes.ts'
import { pictureTexts } from '../../demo/pictures.ts'

const rendered = new URL('../../demo/pictures/rendered/', import.meta.url)
const filePath = (file: string): string => fileURLToPath(new URL(file, rendered))

/** In the data of an SVG path. */
const point = /(-?[\d.]+) (-?[\d.]+)/g

describe('the jacket', () => {
  it('fits its picture’s box in the same proportions, so draft and cloth meet', () => {
    const { x, y, width, height } = jacket.pictureBoxCm
    const { front, sleeve, collar, lapel, backNeck } = jacket
    // A curve stays within its points.
    for (const [, pointX, pointY] of [front, sleeve, collar, lapel, backNeck].join(' ').matchAll(point)) {
      expect(Math.abs(Number(pointX) - x - width / 2)).toBeLessThan(width / 2)
      expect(Math.abs(Number(pointY) - y - height / 2)).toBeLessThan(height / 2)
    }
    const hero = pictureSizes['hero-jacket']
    for (const offered of hero.widths)
      expect(Math.abs(heightAt(hero, offered) - (offered * height) / width)).toBeLessThan(1)
  })
})

describe('the stored pictures', () => {
  const drawn = Object.entries(pictureSizes).filter(([name]) => name !== 'hero')
  const offered = drawn.flatMap(([name, size]) =>
    size.widths.map((width, index) => ({ name, width, size, budgetKb: size.budgetsKb[index] ?? 0 })),
  )
  const kbOf = async (file: string) => (await stat(filePath(file))).size / 1024

  it.each(offered)('include $name at $width px within its budget, in both formats', async (picture) => {
    const { name, width, size, budgetKb } = picture
    for (const format of ['avif', 'webp']) {
      const found = await sharp(filePath(`${name}-${width}.${format}`)).metadata()
      expect(found).toMatchObject({
        width,
        height: heightAt(size, width),
        hasAlpha: name === 'hero-jacket' || name === 'finished-suit',
      })
    }
    expect(await kbOf(`${name}-${width}.avif`)).toBeLessThanOrEqual(budgetKb)
  })

  it.each(drawn)('have alt text for %s, and the right size', (name, size) => {
    expect(pictureTexts[name as PictureName]).toMatch(/^[A-Z].{20,}\.$/)
    expect(Math.max(...size.widths)).toBe(size.width)
  })

  const cloth = { 'navy-384': 5, 'herringbone-384': 12, 'chalk-stripe-480': 10, 'glen-480': 25 }

  it('include cloths and a preview picture that load fast, and nothing without a source', async () => {
    for (const [name, kb] of Object.entries(cloth))
      expect(await kbOf(`cloth-${name}.avif`)).toBeLessThanOrEqual(kb)
    expect(await kbOf('share.jpg')).toBeLessThanOrEqual(120)
    const names = [
      ...offered.map(({ name, width }) => `${name}-${width}`),
      ...Object.keys(cloth).map((name) => `cloth-${name}`),
    ]
    const files = names.flatMap((name) => [`${name}.avif`, `${name}.webp`])
    const icons = ['icon.svg', 'icon-32.png', 'icon-180.png']
    expect((await readdir(rendered)).sort()).toEqual([...files, 'share.jpg', ...icons].sort())
  })
})
