/** What the browser keeps with each step. */
export interface Step {
  /** Where the step before was, if it is the desk's own, in this tab. */
  from?: string | undefined
  /** The shop's day when it was taken. */
  takenOn?: string
  /** The instant, in milliseconds: no two are taken in the same, so that it tells them apart. */
  takenAt?: number
  /** That of the step before. */
  after?: number | undefined
  typed?: string
}

export const stepNow = (): Step => history.state ?? {}

/** When this step was taken; one that a link of elsewhere has opened gets its instant here. */
export function stepTakenAt(): number {
  const { takenAt = Date.now() } = stepNow()
  if (stepNow().takenAt === undefined) history.replaceState({ ...stepNow(), takenAt }, '')
  return takenAt
}

/** Whether a step is open, or Back leads to it. */
export const isAtHand = (takenAt: number) => [stepNow().takenAt, stepNow().after].includes(takenAt)

/** On which day what is shown was opened, however long ago. */
export const openedOn = () => stepNow().takenOn

/** Where Back leads; undefined where a link of elsewhere has opened this. */
export const cameFrom = () => stepNow().from
