/** What the browser keeps with each step. */
export interface Step {
  /** Where the step before was, if it is the desk's own, in this tab. */
  from?: string | undefined
  /** The shop's day when it was taken. */
  takenOn?: string
  typed?: string
}

export const stepNow = (): Step => history.state ?? {}

/** On which day what is shown was opened, however long ago. */
export const openedOn = () => stepNow().takenOn

/** Where Back leads; undefined where a link of elsewhere has opened this. */
export const cameFrom = () => stepNow().from
