/** Who you are: a portrait, and up to 1,200 characters. Each text is a paragraph. */
import type { Photograph } from './types.ts'

export const about = {
  title: 'Two people, one table',
  portrait: {
    file: 'portrait',
    alt: 'The cutting table by the window: a pattern, a tape measure, and cloth samples.',
    caption: 'Ruth and Samuel, at the table since the first day',
  } satisfies Photograph,
  paragraphs: [
    'Ruth learned to cut from her father, who made uniforms for hotel doormen. Samuel sewed costumes for the opera, where a coat has to fit through two hours of singing.',
    'They opened the shop with one table and a rented steam iron. The table is the same. The pattern room behind it now holds more than five hundred paper patterns, each with a name on it, each corrected by hand after every fitting.',
    'Ruth draws and cuts. Samuel bastes, fits, and sews. You meet both of them at the first visit, and no one else touches your suit.',
  ],
  signature: 'Ruth, cutter',
}
