/** Screen readers read these aloud. Describe what your photographs show. */
import type { PictureName } from './picture-sizes.ts'

export const pictureTexts: Record<PictureName, string> = {
  // Only for a photograph of your own, which takes the place of the drawn jacket.
  hero: '',
  'hero-jacket':
    'Left front of a navy herringbone jacket held with white basting thread. Its right front is still a pencil draft with measurements.',
  'consultation-table':
    'Cutting table: a drafted paper pattern, a tape measure, shears, and chalk on chalk-stripe flannel, and a fan of cloth samples.',
  suit: 'Gray glen check suit jacket with a notch lapel, white shirt, and navy tie.',
  tuxedo: 'Midnight barathea tuxedo with satin peak lapels, bow tie, and black studs.',
  'finished-suit':
    'The same navy herringbone suit, finished: buttoned over a white shirt and a navy tie, on a tailor’s stand.',
  'special-occasion':
    'Burgundy velvet dinner jacket with a black satin shawl collar, pleated shirt, and bow tie.',
}
