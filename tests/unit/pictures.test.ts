import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as jacket from '../../demo/jacket-outlines.ts'
import { heightAt, type PictureName, pictureSizes } from '../../demo/picture-sizes.ts'
import { pictureTexts } from '../../demo/pictures.ts'
import * as cloths from '../../pictures/renderer/cloths.ts'
import { cloudNoise, latticeNoise, smoothNoise } from '../../pictures/renderer/noise.ts'
import { outline } from '../../pictures/renderer/outline.ts'
import { weaveCloth } from '../../pictures/renderer/weave-cloth.ts'
import {
  barathea,
  herringbone,
  hopsack,
  plainWeave,
  twill,
  type Weave,
} from '../../pictures/renderer/weaves.ts'

const rendered = new URL('../../demo/pictures/rendered/', import.meta.url)
const filePath = (file: string): string => fileURLToPath(new URL(file, rendered))

/** The weave drawn as a weaver would: one row per pick, # where the end lies on top. */
function draft(weave: Weave, ends: number, picks: number): string[] {
  return Array.from({ length: picks }, (_, pick) =>
    Array.from({ length: ends }, (_, end) => (weave.endIsOver(end, pick) ? '#' : '.')).join(''),
  )
}

describe('the weaves', () => {
  it('are what their names claim', () => {
    expect(draft(plainWeave, 4, 2)).toEqual(['#.#.', '.#.#'])
    expect(draft(twill, 8, 4)).toEqual(['#..##..#', '##..##..', '.##..##.', '..##..##'])
    expect(draft(barathea, 4, 8)).toEqual(['##..', '##..', '.##.', '.##.', '..##', '..##', '#..#', '#..#'])
    expect(draft(hopsack, 6, 4)).toEqual(['###...', '###...', '###...', '...###'])
  })

  it('turn a herringbone back at each band with a clean cut, every end opposite to its neighbour', () => {
    const rows = draft(herringbone(4), 8, 4)
    expect(rows).toEqual(['#..#.##.', '##..##..', '.##.#..#', '..##..##'])
    for (const row of rows) {
      expect(row[4]).not.toBe(row[3])
      expect(row[0]).not.toBe(row[7])
    }
  })

  it('begin again after their repeat', () => {
    for (const weave of [plainWeave, twill, barathea, hopsack, herringbone(12)]) {
      const { ends, picks } = weave.repeat
      for (let end = 0; end < ends; end++) {
        for (let pick = 0; pick < picks; pick++) {
          expect(weave.endIsOver(end + ends, pick - picks)).toBe(weave.endIsOver(end, pick))
        }
      }
    }
  })
})

describe('a cloth', () => {
  const all = Object.entries(cloths)

  it.each(all)('%s fits a whole number of weave repeats and colour sequences into its tile', (_, cloth) => {
    expect(cloth.tile.ends % cloth.weave.repeat.ends).toBe(0)
    expect(cloth.tile.picks % cloth.weave.repeat.picks).toBe(0)
    expect(cloth.tile.ends % cloth.warp.length).toBe(0)
    expect(cloth.tile.picks % cloth.weft.length).toBe(0)
  })

  it('continues across the edges of its tile as it does inside', () => {
    const { lit, widthPx, heightPx } = weaveCloth(cloths.navyHerringbone, 4, 1)
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

describe('the noise', () => {
  const places = Array.from({ length: 500 }, (_, index) => [index * 0.37 - 60, index * 0.91 - 200] as const)

  it('is the same on every run', () => {
    expect(latticeNoise(12, -7, 3)).toBeCloseTo(0.5302125713787973, 12)
    expect(cloudNoise(1.25, -8.5, 3, 4)).toBeCloseTo(0.4754296399542606, 12)
  })

  it('stays between 0 and 1, and uses the room', () => {
    const values = places.map(([x, y]) => smoothNoise(x, y, 5))
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThanOrEqual(1)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.8)
  })

  it('repeats after its period', () => {
    for (const [x, y] of places) {
      expect(cloudNoise(x + 6, y - 9, 2, 3, 6, 9)).toBeCloseTo(cloudNoise(x, y, 2, 3, 6, 9), 9)
    }
  })
})

describe('the jacket', () => {
  it('lies within the box of its picture', () => {
    const { x, y, width, height } = jacket.pictureBoxCm
    const points = [jacket.front, jacket.sleeve, jacket.collar, jacket.lapel, jacket.backNeck].flatMap(
      outline,
    )
    for (const [pointX, pointY] of points) {
      expect(pointX).toBeGreaterThan(x)
      expect(pointX).toBeLessThan(x + width)
      expect(pointY).toBeGreaterThan(y)
      expect(pointY).toBeLessThan(y + height)
    }
  })

  it('has a picture of the proportions of its box, so that draft and cloth meet', () => {
    const { width, height } = jacket.pictureBoxCm
    const hero = pictureSizes['hero-jacket']
    for (const offered of hero.widths) {
      expect(Math.abs(heightAt(hero, offered) - (offered * height) / width)).toBeLessThan(1)
    }
  })
})

describe('the stored pictures', () => {
  const drawn = Object.entries(pictureSizes).filter(([name]) => name !== 'hero')
  const offered = drawn.flatMap(([name, size]) =>
    size.widths.map((width) => ({ name, width, height: heightAt(size, width) })),
  )

  it.each(offered)('$name is there $width px wide, in both formats', async ({ name, width, height }) => {
    for (const format of ['avif', 'webp']) {
      const found = await sharp(filePath(`${name}-${width}.${format}`)).metadata()
      expect(found).toMatchObject({ width, height, hasAlpha: name === 'hero-jacket' })
    }
  })

  it.each(drawn)('%s has a text, and its largest size is its own', (name, size) => {
    expect(pictureTexts[name as PictureName]).toMatch(/^[A-Z].{20,}\.$/)
    expect(Math.max(...size.widths)).toBe(size.width)
  })

  it.each([
    ['hero-jacket-460.avif', 16],
    ['hero-jacket-640.avif', 26],
    ['hero-jacket-860.avif', 40],
    ['consultation-table-640.avif', 18],
    ['consultation-table-1280.avif', 40],
    ['suit-640.avif', 36],
    ['tuxedo-760.avif', 18],
    ['special-occasion-760.avif', 18],
    ['cloth-navy-384.avif', 5],
    ['cloth-herringbone-384.avif', 12],
    ['cloth-chalk-stripe-480.avif', 10],
    ['cloth-glen-480.avif', 25],
    ['share.jpg', 120],
  ])('%s keeps within %d kB', async (file, budgetKb) => {
    expect((await stat(filePath(file))).size).toBeLessThanOrEqual(budgetKb * 1024)
  })

  it('include nothing that no source renders', async () => {
    const expected = [
      ...offered.flatMap(({ name, width }) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
      ...['cloth-navy-384', 'cloth-herringbone-384', 'cloth-chalk-stripe-480', 'cloth-glen-480'].flatMap(
        (cloth) => [`${cloth}.avif`, `${cloth}.webp`],
      ),
      ...['share.jpg', 'icon.svg', 'icon-32.png', 'icon-180.png'],
    ]
    expect((await readdir(rendered)).sort()).toEqual(expected.sort())
  })
})
