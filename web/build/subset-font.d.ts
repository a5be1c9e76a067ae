declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    variationAxes: Record<string, number | { min: number; max: number }>
    /** OpenType feature tags; all others are dropped. */
    keepFeatures: string[]
  }
  /** The font with the glyphs of `text` alone. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: SubsetOptions,
  ): Promise<Uint8Array>
}
