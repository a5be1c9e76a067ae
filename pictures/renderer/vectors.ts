export type Vector = readonly [x: number, y: number, z: number]

export function unit(x: number, y: number, z: number): Vector {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** The direction in which a mirror would have to face to send light from `toLight` to a viewer straight above. */
export const halfway = (toLight: Vector): Vector => unit(toLight[0], toLight[1], toLight[2] + 1)
