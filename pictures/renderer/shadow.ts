import { blur } from './blur.ts'
import type { Grid } from './grid.ts'
import { latticeNoise } from './noise.ts'
import { mix } from './numbers.ts'
import { type NumericMap, read } from './numeric-map.ts'
import type { Vector } from './vectors.ts'

export type ShadowSettings = {
  toLight: Vector
  /** Size of the lamp: larger is softer. */
  spread: number
  /** Points on the lamp to look at. */
  samples: number
  /** No shadow is longer than this. */
  reachCm: number
}

/** Shadows are soft, so half the picture's resolution shows the same. */
const shrink = 2
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** How much of the lamp each point sees, 0..1, found by walking over the relief towards points spread on it. */
export function lampVisibility(grid: Grid, heightCm: NumericMap, settings: ShadowSettings): NumericMap {
  const widthPx = Math.ceil(grid.widthPx / shrink)
  const heightPx = Math.ceil(grid.heightPx / shrink)
  const pxPerCm = grid.pxPerCm / shrink
  const relief = new Float32Array(widthPx * heightPx)
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const source = Math.min(grid.heightPx - 1, row * shrink) * grid.widthPx
      relief[row * widthPx + column] = read(heightCm, source + Math.min(grid.widthPx - 1, column * shrink))
    }
  }
  const rays = raysTo(settings)
  const visible = new Float32Array(relief.length)
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const start = read(relief, row * widthPx + column) + 0.03
      // Every pixel begins at another distance: even steps would draw rings.
      const first = 0.04 + 0.05 * latticeNoise(column, row, 5)
      let seen = 0
      for (const ray of rays) {
        let blocked = false
        for (let distance = first; distance < settings.reachCm; distance = distance * 1.13 + 0.03) {
          const x = column + ray.x * distance * pxPerCm
          const y = row + ray.y * distance * pxPerCm
          if (x < 0 || y < 0 || x >= widthPx - 1 || y >= heightPx - 1) break
          if (read(relief, (y | 0) * widthPx + (x | 0)) > start + ray.climb * distance) {
            blocked = true
            break
          }
        }
        if (!blocked) seen++
      }
      visible[row * widthPx + column] = seen / rays.length
    }
  }
  return enlarge(
    grid,
    blur(visible, widthPx, heightPx, Math.max(1, Math.round(pxPerCm * 0.06))),
    widthPx,
    heightPx,
  )
}

type Ray = { x: number; y: number; climb: number }

/** Directions to points spread evenly over a round lamp. */
function raysTo({ toLight, spread, samples }: ShadowSettings): Ray[] {
  return Array.from({ length: samples }, (_, sample) => {
    const angle = sample * goldenAngle
    const radius = Math.sqrt((sample + 0.5) / samples) * spread
    const x = toLight[0] + Math.cos(angle) * radius
    const y = toLight[1] + Math.sin(angle) * radius
    const across = Math.hypot(x, y)
    return { x: x / across, y: y / across, climb: toLight[2] / across }
  })
}

function enlarge(grid: Grid, map: NumericMap, widthPx: number, heightPx: number): NumericMap {
  const result = new Float32Array(grid.widthPx * grid.heightPx)
  for (let row = 0; row < grid.heightPx; row++) {
    const y = Math.min(heightPx - 1, row / shrink)
    const top = Math.floor(y)
    const bottom = Math.min(heightPx - 1, top + 1)
    for (let column = 0; column < grid.widthPx; column++) {
      const x = Math.min(widthPx - 1, column / shrink)
      const left = Math.floor(x)
      const right = Math.min(widthPx - 1, left + 1)
      const upper = mix(read(map, top * widthPx + left), read(map, top * widthPx + right), x - left)
      const lower = mix(read(map, bottom * widthPx + left), read(map, bottom * widthPx + right), x - left)
      result[row * grid.widthPx + column] = mix(upper, lower, y - top)
    }
  }
  return result
}
