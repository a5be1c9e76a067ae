import * as drawn from '../outlines/table.ts'
import { distanceToLine } from '../renderer/distance.ts'
import { brass, enamel, steel } from '../renderer/materials.ts'
import { edgeRoll } from '../renderer/numbers.ts'
import { read } from '../renderer/numeric-map.ts'
import { ellipse, outline, type Point, type Polyline, placed, turned } from '../renderer/outline.ts'
import type { Relief } from '../renderer/relief.ts'

const rodRadiusCm = 0.78
/** Half the angle between the open blades, in radians. */
const openAngle = 0.075
const upperLiftCm = 0.34
const restHeightCm = 1.15

/** Lays a pair of shears down; the blade with the finger bow lies on top. */
export function layShears(relief: Relief, pivot: Point, angle: number): void {
  layHalf(relief, pivot, angle - openAngle, 'lower')
  layHalf(relief, pivot, angle + openAngle, 'upper')
  relief.lay({
    area: ellipse(pivot, 0.72),
    material: brass,
    heightCm: ({ x, y, edgeCm }) => {
      const slot = Math.abs(turned(x - pivot[0], y - pivot[1], angle + 0.7)[1]) < 0.1 ? 0.12 : 0
      return 2.1 + 0.3 * edgeRoll(edgeCm, 0.35) - slot
    },
  })
}

function layHalf(relief: Relief, pivot: Point, angle: number, half: 'lower' | 'upper'): void {
  const side = half === 'upper' ? 1 : -1
  const ground = restHeightCm + (half === 'upper' ? upperLiftCm : 0)
  const place = (pathData: string): Polyline =>
    placed(
      outline(pathData).map(([x, y]): Point => [x, side * y]),
      pivot,
      angle,
    )
  layBow(relief, place(half === 'upper' ? drawn.fingerBow : drawn.thumbBow), ground)
  relief.lay({
    area: place(drawn.shearsBlade),
    edgeReachCm: 1.4,
    material: steel,
    heightCm: ({ x, y, edgeCm }) => {
      const across = side * turned(x - pivot[0], y - pivot[1], angle)[1]
      // Hollow ground: the blade falls from its back to the cutting edge.
      return ground + 0.28 * edgeRoll(edgeCm, 0.5) - 0.05 * Math.abs(across) + 0.04 * (across + 1)
    },
  })
}

/** A bent rod, thicker and thinner along its length where fingers press. */
function layBow(relief: Relief, middle: Polyline, ground: number): void {
  const { grid } = relief
  const line = distanceToLine(grid, middle, rodRadiusCm + 0.2)
  const area = new Uint8Array(grid.widthPx * grid.heightPx)
  for (let pixel = 0; pixel < area.length; pixel++) {
    const radius = rodRadiusCm * (0.84 + 0.16 * Math.sin(read(line.alongCm, pixel) * 0.25))
    area[pixel] = read(line.distanceCm, pixel) < radius ? 1 : 0
  }
  relief.lay({
    area,
    material: enamel,
    heightCm: ({ pixel }) => {
      const away = read(line.distanceCm, pixel) / (rodRadiusCm + 0.02)
      return ground - 0.25 + 0.95 * Math.sqrt(Math.max(0, 1 - away * away))
    },
  })
}
