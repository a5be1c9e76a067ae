import { ClothMap } from './cloth-map.ts'
import type { Cloth } from './cloths.ts'
import { type Light, lightOf } from './colour.ts'
import type { Material } from './material.ts'
import { cloudNoise } from './noise.ts'
import { smoothstep } from './numbers.ts'

const satinBlack = lightOf('#08090d')

/** Wool suiting. */
export function suiting(cloth: Cloth, pitchesPerCm: number, options: Partial<Material> = {}): Material {
  const map = new ClothMap(cloth, pitchesPerCm)
  return {
    look: ({ uCm, vCm }, into) => map.read(uCm, vCm, into),
    lightWrap: 0.18,
    grain: 0.85,
    fuzz: 0.05,
    ...options,
  }
}

/** Cloth darker than it was woven: white cotton in full light would otherwise be cut off at white. */
export function toned(cloth: Cloth, pitchesPerCm: number, tone: Light, options: Partial<Material>): Material {
  const map = new ClothMap(cloth, pitchesPerCm)
  return {
    look: ({ uCm, vCm }, into) => {
      map.read(uCm, vCm, into)
      into.red *= tone[0]
      into.green *= tone[1]
      into.blue *= tone[2]
    },
    lightWrap: 0.3,
    ...options,
  }
}

/** A surface of one colour. */
export function plain(colour: Light, options: Partial<Material> = {}): Material {
  return {
    look: (_, into) => {
      into.red = colour[0]
      into.green = colour[1]
      into.blue = colour[2]
    },
    lightWrap: 0.2,
    ...options,
  }
}

/**
 * Silk satin: nearly black of its own, it shows two soft lamps. They are narrow, or black would turn grey. Its floats
 * catch them in fine streaks across the grain.
 */
export const satin: Material = {
  look: ({ uCm, vCm }, into) => {
    into.red = satinBlack[0]
    into.green = satinBlack[1]
    into.blue = satinBlack[2]
    into.tiltX = 0.05 * (cloudNoise(uCm * 0.9, vCm * 9, 14, 3) - 0.5)
    into.tiltY = 0.11 * (cloudNoise(uCm * 0.7, vCm * 11, 15, 3) - 0.5)
  },
  lightWrap: 0.05,
  mirrors: (x, y) =>
    0.13 * Math.exp(-((x + 0.5) ** 2 + (y + 0.62) ** 2) / 0.05) +
    0.022 * Math.exp(-((x + 0.45) ** 2 + (y + 0.55) ** 2) / 0.3) +
    0.035 * Math.exp(-((x - 0.62) ** 2 + (y + 0.05) ** 2) / 0.06) +
    0.012 * smoothstep(0.2, -0.9, y) +
    0.003,
  mirrorTint: [0.94, 1, 1.1],
}

/** Velvet: brushed nap pushes its pile this way and that over a few centimetres. */
export function velvet(colour: Light): Material {
  return {
    look: ({ uCm, vCm }, into) => {
      into.red = colour[0]
      into.green = colour[1]
      into.blue = colour[2]
      into.tiltX = (cloudNoise(uCm * 0.32, vCm * 0.18, 9, 4) - 0.5) * 2
      into.tiltY = (cloudNoise(uCm * 0.32 + 50, vCm * 0.18, 9, 4) - 0.5) * 1.5
    },
    lightWrap: 0.1,
    pile: 1.5,
  }
}

/** Polished horn, streaked along its growth. */
export function horn(colour: Light): Material {
  return {
    look: ({ uCm, vCm }, into) => {
      const streak = 0.62 + 0.76 * cloudNoise(uCm * 1.4 + vCm * 2.4, vCm * 0.9 - uCm, 31, 3)
      into.red = colour[0] * streak
      into.green = colour[1] * streak
      into.blue = colour[2] * streak
    },
    lightWrap: 0.12,
    gloss: { strength: 0.35, sharpness: 30 },
  }
}

/** Twisted thread; u runs along it, v across. */
export function thread(colour: Light): Material {
  return {
    look: ({ uCm, vCm }, into) => {
      const twist = 0.74 + 0.38 * (0.5 + 0.5 * Math.sin(uCm * 70 + vCm * 3.4))
      into.red = colour[0] * twist
      into.green = colour[1] * twist
      into.blue = colour[2] * twist
    },
    lightWrap: 0.4,
    gloss: { strength: 0.03, sharpness: 8 },
  }
}

/** Forged and polished steel. */
export const steel: Material = plain([0.1, 0.105, 0.115], {
  mirrors: (x, y, z) =>
    0.62 * smoothstep(0.1, -0.5, y * 0.7 + x * 0.5) * smoothstep(-1, 0.2, z) +
    0.1 * smoothstep(0.2, 0.7, x) +
    0.06,
  gloss: { strength: 0.2, sharpness: 30 },
})

/** Black stove enamel, as on the handles of shears. */
export const enamel: Material = plain(lightOf('#0c0d10'), {
  lightWrap: 0.05,
  mirrors: (x, y) =>
    0.55 * Math.exp(-((x + 0.45) ** 2 + (y + 0.55) ** 2) / 0.035) +
    0.1 * Math.exp(-((x - 0.5) ** 2 + (y + 0.3) ** 2) / 0.08) +
    0.012,
})

export const brass: Material = plain(lightOf('#6b4a18'), {
  gloss: { strength: 0.5, sharpness: 18 },
  mirrors: (x, y) => 0.35 * Math.exp(-((x + 0.4) ** 2 + (y + 0.5) ** 2) / 0.12) + 0.05,
  mirrorTint: [1.15, 0.95, 0.62],
})
