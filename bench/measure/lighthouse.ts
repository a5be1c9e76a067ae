import lighthouse from 'lighthouse'

/**
 * How Lighthouse slows the line and the processor down to a phone's: `simulate` works the times out from a load at full
 * speed, `devtools` lets the browser really wait.
 */
export type Throttling = 'simulate' | 'devtools'

export interface PageFigures {
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** 0 to 100, by category. */
  scores: Record<string, number>
}

/** One run of Lighthouse as for a phone. @param port - where the browser can be driven */
export async function runLighthouse(
  url: string,
  port: number,
  throttlingMethod: Throttling,
): Promise<PageFigures> {
  const measure = () => lighthouse(url, { port, output: 'json', logLevel: 'error', throttlingMethod })
  let result = await measure()
  // Now and then the browser fails to record a run.
  if (result?.lhr.runtimeError) result = await measure()
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse gave no result for ${url}: ${result?.lhr.runtimeError?.code}`)
  }
  const { audits, categories } = result.lhr
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    fcpMs: figure('first-contentful-paint'),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
  }
}
