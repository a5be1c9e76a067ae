import type * as form from '#copy/booking-form.ts'
import type * as emails from '#copy/emails.ts'
import type * as errors from '#copy/errors.ts'
import type * as gallery from '#copy/gallery.ts'
import type * as pages from '#copy/pages.ts'
import type * as phone from '#copy/phone.ts'
import type * as texts from '#copy/texts.ts'

/** The files with words that clients read, and their groups, which a shop's `copy.ts` can reword. */
export const ownGroups = {
  'booking-form.ts': [
    'bookingForm',
    'privacy',
    'toastWords',
    'agreement',
    'fieldTitles',
    'fieldErrors',
    'socialProofWords',
    'footerWords',
  ],
  'emails.ts': [
    'clientMails',
    'confirmation',
    'rescheduled',
    'cancelled',
    'reminder',
    'ready',
    'late',
    'calendarEvents',
    'kindEvents',
  ],
  'pages.ts': ['notFoundPage', 'errorPage', 'answerPage', 'visitPage', 'reviewWords'],
  'gallery.ts': ['galleryWords'],
  'errors.ts': ['requestErrors'],
  'phone.ts': ['phoneWords'],
  'texts.ts': ['texts'],
} as const satisfies {
  'booking-form.ts': readonly (keyof typeof form)[]
  'emails.ts': readonly (keyof typeof emails)[]
  'pages.ts': readonly (keyof typeof pages)[]
  'gallery.ts': readonly (keyof typeof gallery)[]
  'errors.ts': readonly (keyof typeof errors)[]
  'phone.ts': readonly (keyof typeof phone)[]
  'texts.ts': readonly (keyof typeof texts)[]
}

type Files = typeof ownGroups

type All = Pick<typeof form, Files['booking-form.ts'][number]> &
  Pick<typeof emails, Files['emails.ts'][number]> &
  Pick<typeof pages, Files['pages.ts'][number]> &
  Pick<typeof gallery, Files['gallery.ts'][number]> &
  Pick<typeof errors, Files['errors.ts'][number]> &
  Pick<typeof phone, Files['phone.ts'][number]> &
  Pick<typeof texts, Files['texts.ts'][number]>

/** Any of the words in it. A text stays a text, and a text with a name or a date in it takes the same ones. */
type Reworded<Words> = Words extends string
  ? string
  : Words extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Words]?: Reworded<Words[Key]> }

export type OwnCopy = Reworded<All>
