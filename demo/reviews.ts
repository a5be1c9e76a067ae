/** PLACEHOLDERS, like testimonials.ts. The rating needs its source and its date (16 CFR 465.2). */
import type { Testimonial } from './types.ts'

export const reviews = {
  title: 'What clients say',
  rating: {
    figure: '4.8',
    outOf: 'out of 5',
    count: '127 reviews on Google',
    date: 'As of November 20, 2026',
  },
  profile: { label: 'Read all of them on Google', url: 'https://maps.google.com/?cid=example' },
  testimonials: [
    {
      name: 'Marcus Tillery',
      title: 'Google, October 2026',
      rating: 5,
      content:
        'My left shoulder sits lower than my right. A dozen suits never noticed. This is the first one that did.',
    },
    {
      name: 'Daniel Okafor',
      title: 'Google, August 2026',
      rating: 5,
      content:
        'Five weeks before the wedding I had no tuxedo. They wrote a date on a ticket, and that was the date.',
    },
    {
      name: 'Luis Herrera',
      title: 'Google, June 2026',
      rating: 4,
      content:
        'I came for one suit and left measured for three. Parking is a walk. My father has his jacket back.',
    },
    {
      name: 'Ana Whitlock',
      title: 'Google, May 2026',
      rating: 3,
      content: 'The sleeve needed a third fitting. They did it the same week and did not charge for it.',
    },
  ] satisfies Testimonial[],
}
