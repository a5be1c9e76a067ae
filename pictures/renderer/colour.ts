import { clamp } from './numbers.ts'

/** Red, green and blue as amounts of light; 1 is white under full light. */
export type Light = readonly [red: number, green: number, blue: number]

/** The light that a colour of the style sheet stands for, e.g. '#131a2b'. */
export function lightOf(hex: string): Light {
  const value = Number.parseInt(hex.slice(1), 16)
  const linear = (byte: number): number => (byte / 255) ** 2.2
  return [linear((value >> 16) & 255), linear((value >> 8) & 255), linear(value & 255)]
}

/** Bends the brightest light softly towards white instead of cutting it off. */
const shoulder = (light: number): number =>
  light < 0.7 ? light : 0.7 + 0.3 * (1 - Math.exp((0.7 - light) / 0.3))

/** The byte a screen shows for an amount of light. */
export const screenByte = (light: number): number => Math.round(255 * clamp(shoulder(light)) ** (1 / 2.2))
