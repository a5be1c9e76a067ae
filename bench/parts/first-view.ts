import { type PageFigures, runLighthouse, type Throttling } from '../measure/lighthouse.ts'
import { median } from '../measure/statistics.ts'
import type { FloorName } from '../peers/floor-page.ts'
import { allowed, besideMs, msWords, type Row } from '../report/row.ts'

const runs = 5
const tbtMostMs = 10
/** On a busy machine: what the floor has, and this much more. */
const tbtMoreMs = 20

type Page = 'ours' | FloorName
type Urls = Record<Page, string>

/** Middle figures of each page, measured in turns. */
async function inTurns<Name extends Page>(
  pages: readonly Name[],
  urls: Urls,
  throttlingMethod: Throttling,
): Promise<Record<Name, PageFigures>> {
  const measured = new Map<Name, PageFigures[]>(pages.map((page) => [page, []]))
  for (let run = 0; run < runs; run++) {
    for (const page of pages) measured.get(page)?.push(await runLighthouse(urls[page], { throttlingMethod }))
  }
  const middle = (figures: PageFigures[]): PageFigures => {
    const of = (read: (one: PageFigures) => number) => median(figures.map(read))
    const categories = Object.keys(figures[0]?.scores ?? {})
    return {
      fcpMs: of((one) => one.fcpMs),
      lcpMs: of((one) => one.lcpMs),
      tbtMs: of((one) => one.tbtMs),
      cls: of((one) => one.cls),
      scores: Object.fromEntries(categories.map((name) => [name, of((one) => one.scores[name] ?? 0)])),
    }
  }
  return Object.fromEntries(pages.map((page) => [page, middle(measured.get(page) ?? [])])) as Record<
    Name,
    PageFigures
  >
}

/** Lighthouse as for a phone: on a line that is worked out, then on one that is really slow, beside both floors. */
export async function measureFirstView(urls: Urls): Promise<Row[]> {
  const simulated = await inTurns(['ours', 'pictures'], urls, 'simulate')
  const applied = await inTurns(['ours', 'pictures', 'text'], urls, 'devtools')
  const { ours, pictures: floor } = simulated
  const tbtAllowedMs = Math.max(tbtMostMs, floor.tbtMs + tbtMoreMs)
  return [
    besideMs('largest paint, beside the floor with pictures', ours.lcpMs, floor.lcpMs, 1.05),
    besideMs('slow line: first paint, beside the floor of text', applied.ours.fcpMs, applied.text.fcpMs, 1),
    besideMs(
      'slow line: largest paint, beside the floor of text',
      applied.ours.lcpMs,
      applied.text.lcpMs,
      1.1,
    ),
    besideMs(
      'slow line: largest paint, beside the floor with pictures',
      applied.ours.lcpMs,
      applied.pictures.lcpMs,
      1.02,
    ),
    allowed('total blocking time', ours.tbtMs, tbtAllowedMs, msWords),
    {
      what: 'layout shift, the greater of both lines',
      ours: Math.max(ours.cls, applied.ours.cls).toFixed(3),
      beside: 'none allowed',
      ratio: Math.max(ours.cls, applied.ours.cls),
      goal: { atMost: 0 },
    },
    ...Object.entries(ours.scores).map(([category, score]) => ({
      what: `Lighthouse: ${category}`,
      ours: String(score),
      beside: '100',
      ratio: score / 100,
      goal: { atLeast: 1 },
    })),
  ]
}
