import { counted } from '#copy/dates.ts'

/** The words of the figures. */
export const deskFigures = {
  charts: {
    from: 'From',
    to: 'To',
    sources: 'Where clients come from',
    sourcesText: (count: number) => `${counted(count, 'consultation')}. Stitched line: how many came.`,
    cameOf: (came: number, back: number) => `${came} came, ${back} came back`,
    notAsked: 'Not asked',
    weeks: 'Bookings by week',
    weeksByFive: 'Bookings by week, five to a stroke',
    ahead: 'Days from booking to appointment',
    aheadHalf: 'half of clients',
    aheadNine: '9 in 10 clients',
    booked: 'booked',
    days: (count: number) => counted(count, 'day'),
    weeksOn: (weeks: number) => `${counted(weeks, 'week')} later`,
    came: 'Came',
    cameText: (tenths: number) =>
      tenths === 0 ? 'No one came.' : tenths === 10 ? 'Everyone came.' : `${tenths} in 10 clients came.`,
    cancelledBefore: 'Canceled',
    bySource: (from: string, to: string) => `By source, ${from} to ${to}`,
    byWeek: 'By week',
    source: 'Source',
    weekOf: 'Week of',
    count: {
      booked: 'Booked',
      came: 'Came',
      did_not_come: 'Did not come',
      cancelled: 'Canceled',
      came_back: 'Came back',
    },
    all: 'All',
    showAll: (count: number) => `Show all ${counted(count, 'week')}`,
    none: 'No bookings between these dates.',
  },

  seam: {
    title: 'From consultation to fitting',
    text: (count: number, back: number) => `Of ${counted(count, 'consultation')}, ${back} led to a fitting.`,
    back: 'came back',
    all: 'in all',
    byFive: 'One stitch is five.',
    kinds: 'Booked, by kind',
  },
}
