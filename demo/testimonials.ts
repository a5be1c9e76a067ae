import type { Testimonial } from './types.ts'

/**
 * PLACEHOLDERS. These three people don't exist. Before you publish, replace every quote with a real client's own words,
 * with their written consent: invented testimonials are unlawful (16 CFR 465.2). The page shows the first one large. With
 * none between the square brackets, it leaves out the section.
 */
export const testimonials: Testimonial[] = [
  {
    name: 'Marcus Tillery',
    title: 'Trial attorney, Dallas',
    content:
      'My left shoulder sits lower than my right. A dozen suits never noticed. This is the first one that did.',
    rating: 5,
  },
  {
    name: 'Daniel Okafor',
    title: 'Groom, Fort Worth',
    content:
      'Five weeks before the wedding I had no tuxedo. They wrote a date on a ticket, and that was the date.',
    rating: 5,
  },
  {
    name: 'Luis Herrera',
    title: 'Sales director, Plano',
    content: 'I came for one suit and left measured for three. My father has his jacket back.',
    rating: 5,
  },
]
