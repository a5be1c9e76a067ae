/** Photographs of your work: 4 to 24. The first is the largest. These are stand-ins until yours are in `pictures/`. */
import type { Photograph } from './types.ts'

export const gallery = {
  title: 'Cut here, worn out there',
  lead: 'Finished work from the last two seasons. Ask at the table to handle any cloth you see.',
  photographs: [
    {
      file: 'velvet',
      alt: 'Burgundy velvet dinner jacket with a black satin shawl collar.',
      caption: 'Burgundy velvet, for a December wedding',
    },
    {
      file: 'shears',
      alt: 'Shears and chalk on chalk-stripe flannel.',
      caption: 'Chalk-stripe flannel, before the first cut',
    },
    {
      file: 'herringbone',
      alt: 'A pinked sample of navy herringbone.',
      caption: 'Navy herringbone, 11 oz',
    },
    {
      file: 'glen-suit',
      alt: 'Gray glen check jacket with a notch lapel and a navy tie.',
      caption: 'Glen check, two-piece',
    },
    {
      file: 'half-jacket',
      alt: 'Left front of a navy jacket, held with white basting thread.',
      caption: 'At the second fitting, still basted',
    },
    {
      file: 'glen',
      alt: 'A pinked sample of gray glen check.',
      caption: 'Gray glen check, 10 oz',
    },
    {
      file: 'table',
      alt: 'Cutting table with a paper pattern, a tape measure, and cloth samples.',
      caption: 'Pattern no. 0412 on the table',
    },
    {
      file: 'midnight',
      alt: 'Midnight tuxedo with satin peak lapels and a bow tie.',
      caption: 'Midnight barathea, peak lapels',
    },
    {
      file: 'chalk-stripe',
      alt: 'A pinked sample of chalk-stripe flannel.',
      caption: 'Chalk stripe, 12 oz flannel',
    },
    {
      file: 'lapel',
      alt: 'The notch lapel of a glen check jacket, close up.',
      caption: 'A notch lapel, 3½ inches',
    },
  ],
} satisfies { title: string; lead: string; photographs: readonly Photograph[] }
