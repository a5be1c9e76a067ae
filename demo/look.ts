/** Your own look. The build checks that people can read every text in these colors. */
import type { OwnLook } from './types.ts'

export const look: OwnLook = {
  /** 'navy-and-brass', 'oxblood-and-bone', 'forest-and-copper', 'charcoal-and-silver', or your own eight colors. */
  colors: 'navy-and-brass',
  /** What `logo.svg` or `logo.png` is woven on: 'cloth' for a light logo, 'sheet' for a dark one. */
  logoOn: 'cloth',
}
