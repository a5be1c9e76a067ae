import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as jacket from '../../demo/jacket-outlines.ts'
import { heightAt, type PictureName, pictureSizes } from '../../demo/picture-sizes.ts'
import { pictureTexts } from '../../demo/pictures.ts'
import * as cloths from '../../pictures/renderer/cloths.ts'
import { outline } from '../../pictures/renderer/outline.ts'
import { weaveCloth } from '../../pictures/renderer/weave-cloth.ts'
import * as weaves from '../../pictures/renderer/weaves.ts'

const rendered = new URL('../../demo/pictures/rendered/', import.meta.url)
const filePath = (file: string): string => fileURLToPath(new URL(file, rendered))

describe('a weave', () => {
  /** As a weaver draws it: one row per pick, # where the end lies on top. */
  it.each<[string, weaves.Weave, draft: string]>([
    ['plain weave', weaves.plainWeave, '#.#. .#.#'],
    ['twill', weaves.twill, '#..##..# ##..##.. .##..##. ..##..##'],
    ['barathea', weaves.barathea, '##.. ##.. .##. .##. ..## ..## #..# #..#'],
    ['hopsack', weaves.hopsack, '###... ###... ###... ...###'],
    // Turns back at each band with a clean cut: every end is opposite to its neighbor.
    ['herringbone', weaves.herringbone(4), '#..#.##. ##..##.. .##.#..# ..##..##'],
  ])('is %s, and begins again after its repeat', (_, weave, draft) => {
    const { ends, picks } = weave.repeat
    for (const [pick, row] of draft.split(' ').entries())
      for (const [end, mark] of [...row].entries()) {
        expect(weave.endIsOver(end, pick)).toBe(mark === '#')
        expect(weave.endIsOver(end + ends, pick - picks)).toBe(mark === '#')
      }
  })
})

describe('a cloth', () => {
  it.each(Object.entries(cloths))('%s fits whole repeats of weave and colors into its tile', (_, cloth) => {
    const { tile, weave, warp, weft } = cloth
    expect([tile.ends % weave.repeat.ends, tile.picks % weave.repeat.picks]).toEqual([0, 0])
    expect([tile.ends % warp.length, tile.picks % weft.length]).toEqual([0, 0])
  })

  it('is the same on every run, and continues across the edges of its tile as inside', () => {
    const { lit, widthPx, heightPx } = weaveCloth(cloths.navyHerringbone, 4, 1)
    expect(lit.reduce((sum, light) => sum + light, 0) / lit.length).toBeCloseTo(0.032202873661, 9)
    const light = (column: number, row: number): number => lit[(row * widthPx + column) * 3 + 2] ?? 0
    const meanStep = (columns: [number, number][]): number => {
      let sum = 0
      for (const [from, to] of columns) {
        for (let along = 0; along < heightPx; along++) {
          sum +=
            Math.abs(light(from, along) - light(to, along)) + Math.abs(light(along, from) - light(along, to))
        }
      }
      return sum / columns.length
    }
    // Pixels 0, 4, 8 ... all begin a yarn, so the step over the edge is compared with steps of its own kind.
    const inside = Array.from({ length: 40 }, (_, yarn): [number, number] => [yarn * 4 + 3, yarn * 4 + 4])
    expect(meanStep([[widthPx - 1, 0]])).toBeLessThan(meanStep(inside) * 1.25)
  })
})

describe('the jacket', () => {
  it('lies within the box of its picture, which has its proportions, so draft and cloth meet', () => {
    const { x, y, width, height } = jacket.pictureBoxCm
    const { front, sleeve, collar, lapel, backNeck } = jacket
    for (const [pointX, pointY] of [front, sleeve, collar, lapel, backNeck].flatMap(outline)) {
      expect(Math.abs(pointX - x - width / 2)).toBeLessThan(width / 2)
      expect(Math.abs(pointY - y - height / 2)).toBeLessThan(height / 2)
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

  it.each(offered)('have $name $width px wide within its budget, in both formats', async (picture) => {
    const { name, width, size, budgetKb } = picture
    for (const format of ['avif', 'webp']) {
      const found = await sharp(filePath(`${name}-${width}.${format}`)).metadata()
      expect(found).toMatchObject({ width, height: heightAt(size, width), hasAlpha: name === 'hero-jacket' })
    }
    expect(await kbOf(`${name}-${width}.avif`)).toBeLessThanOrEqual(budgetKb)
  })

  it.each(drawn)('have a text for %s, and it in its own size', (name, size) => {
    expect(pictureTexts[name as PictureName]).toMatch(/^[A-Z].{20,}\.$/)
    expect(Math.max(...size.widths)).toBe(size.width)
  })

  const cloth = { 'navy-384': 5, 'herringbone-384': 12, 'chalk-stripe-480': 10, 'glen-480': 25 }

  it('have cloths and a picture for messengers that load fast, and nothing that no source renders', async () => {
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
