import * as jacket from '../outlines/jacket.ts'
import type { Material } from '../renderer/material.ts'
import { smoothstep } from '../renderer/numbers.ts'
import { mirrored, outline } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

/** The inside of the collar at the back of the neck: the half on the wearer's left, or all of it. */
export function layBackNeck(relief: Relief, lining: Material, extent: 'half' | 'whole'): void {
  const half = outline(jacket.backNeck)
  const area = extent === 'half' ? half : [...half, ...mirrored(half).reverse()]
  relief.lay({
    area,
    material: lining,
    cutFrom: (x, y) => [y, x, Math.PI / 2],
    heightCm: ({ x, y }) => 3.5 + 0.6 * (x / 7) ** 2 + 0.5 * smoothstep(-1, -3.5, y),
    lightShare: (_, y) => 0.42 + 0.32 * smoothstep(1.5, -3.2, y),
  })
}
