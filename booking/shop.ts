import { business } from '../site/business.ts'
import { type Opening, opening } from '../site/opening.ts'

/** The shop as the rules see it: its opening times and the time zone of its clock. */
export interface Shop {
  opening: Opening
  /** IANA name */
  timeZone: string
}

/** The shop that the owner describes in site/. */
export const shop: Shop = { opening, timeZone: business.timeZone }
