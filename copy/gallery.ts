import { counted } from '#copy/dates.ts'

/** The gallery and its full-screen view. */
export const galleryWords = {
  name: 'Photographs',
  more: (count: number) => `Show ${counted(count, 'more photograph')}`,
  place: (place: number, count: number) => `${place} of ${count}`,
  previous: 'Previous photograph',
  next: 'Next photograph',
  close: 'Close',
  yoursNext: 'Yours next',
}
