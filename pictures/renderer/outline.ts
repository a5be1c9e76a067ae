import { mix } from './numbers.ts'

/** A point in centimetres. */
export type Point = readonly [x: number, y: number]

/** Points joined by straight lines, close enough together to pass for a curve. */
export type Polyline = Point[]

/** Curves are cut into pieces of about this length; shorter than a pixel's worth of bend at any size we render. */
const curveStepCm = 0.3
const lineStepCm = 0.4

/**
 * Reads SVG path data of absolute M, L, C and Z commands, in centimetres.
 *
 * @throws {Error} on any other command.
 */
export function outline(pathData: string): Polyline {
  const points: Point[] = []
  for (const [, command = '', rest = ''] of pathData.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (command === 'Z') continue
    if (command === 'M') points.push(pointAt(numbers, 0))
    else if (command === 'L')
      for (let at = 0; at < numbers.length; at += 2) addLine(points, pointAt(numbers, at))
    else if (command === 'C')
      for (let at = 0; at < numbers.length; at += 6)
        addCurve(points, pointAt(numbers, at), pointAt(numbers, at + 2), pointAt(numbers, at + 4))
    else throw new Error(`A jacket is drawn with M, L, C and Z; found "${command}" in "${pathData}"`)
  }
  return points
}

const pointAt = (numbers: number[], at: number): Point => [numbers[at] ?? 0, numbers[at + 1] ?? 0]

const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1])

function addLine(points: Point[], to: Point): void {
  const from = points.at(-1) ?? to
  const steps = Math.max(1, Math.ceil(distance(from, to) / lineStepCm))
  for (let step = 1; step <= steps; step++)
    points.push([mix(from[0], to[0], step / steps), mix(from[1], to[1], step / steps)])
}

function addCurve(points: Point[], leaving: Point, arriving: Point, to: Point): void {
  const from = points.at(-1) ?? to
  const length = distance(from, leaving) + distance(leaving, arriving) + distance(arriving, to)
  const steps = Math.max(4, Math.ceil(length / curveStepCm))
  for (let step = 1; step <= steps; step++) {
    const t = step / steps
    const s = 1 - t
    const weigh = (axis: 0 | 1): number =>
      s ** 3 * from[axis] + 3 * s * s * t * leaving[axis] + 3 * s * t * t * arriving[axis] + t ** 3 * to[axis]
    points.push([weigh(0), weigh(1)])
  }
}

/** The other side of the body: mirrored about the centre front. */
export const mirrored = (points: Polyline): Polyline => points.map(([x, y]) => [-x, y])

export function ellipse(centre: Point, radiusX: number, radiusY = radiusX): Polyline {
  const corners = 64
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI
    return [centre[0] + Math.cos(angle) * radiusX, centre[1] + Math.sin(angle) * radiusY]
  })
}

/** Coordinates of a point in a frame turned by `angle` radians. */
export const turned = (x: number, y: number, angle: number): Point => [
  x * Math.cos(angle) + y * Math.sin(angle),
  -x * Math.sin(angle) + y * Math.cos(angle),
]

/** Puts an outline drawn about the origin somewhere on the table: turned by `angle` radians, then moved. */
export const placed = (points: Polyline, at: Point, angle: number): Polyline =>
  points.map(([x, y]) => {
    const [turnedX, turnedY] = turned(x, y, -angle)
    return [at[0] + turnedX, at[1] + turnedY]
  })
