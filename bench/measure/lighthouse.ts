import lighthouse from 'lighthouse'

export interface PageFigures {
  /** Simulated: a mid-range phone on a slow line. */
  lcpMs: number
  tbtMs: number
  cls: number
  /** 0 to 100, by category. */
  scores: Record<string, number>
}

/** One run of Lighthouse as for a phone. @param port - where the browser can be driven */
export async function runLighthouse(url: string, port: number): Promise<PageFigures> {
  const measure = () => lighthouse(url, { port, output: 'json', logLevel: 'error' })
  let result = await measure()
  // Now and then the browser fails to record a run.
  if (result?.lhr.runtimeError) result = await measure()
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse gave no result for ${url}: ${result?.lhr.runtimeError?.code}`)
  }
  const { audits, categories } = result.lhr
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
  }
}
