/**
 * Your price list. Write what a client pays, and only prices that you can keep. These are stand-ins. `note: ''` is none.
 */
import { prices as lowest } from './claims.ts'
import type { PriceGroup } from './types.ts'

export const priceList = {
  title: 'What it costs',
  lead: 'You get the price of your suit in writing at the first visit, before we cut.',
  action: 'Book Appointment',
  head: 'Price list',
  valid: 'From November 1, 2026',
  groups: [
    {
      name: 'Made to your pattern',
      rows: [
        {
          what: 'Two-piece suit',
          note: 'Jacket and trousers, three fittings',
          price: `from ${lowest.fromInHero}`,
        },
        { what: 'Three-piece suit', note: 'With a waistcoat in the same cloth', price: 'from $980' },
        { what: 'Tuxedo', note: 'Barathea, satin facings', price: 'from $1,050' },
        { what: 'Sport coat', note: '', price: 'from $560' },
        { what: 'Trousers', note: '', price: 'from $240' },
        { what: 'Shirt', note: 'The first order is three', price: 'from $140' },
      ],
    },
    {
      name: 'Alterations',
      rows: [
        { what: 'Hem trousers', note: '', price: '$24' },
        { what: 'Shorten sleeves', note: 'With working cuffs, $65', price: '$38' },
        { what: 'Take in a waist', note: '', price: '$32' },
        { what: 'Take in a jacket', note: 'Side seams and center back', price: '$70' },
      ],
    },
  ],
  foot: 'Sales tax is not included. Alterations take about a week.',
} satisfies Record<string, unknown> & { groups: readonly PriceGroup[] }
