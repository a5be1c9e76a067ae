/**
 * The figures the page claims. Each must be true of your shop before you publish it.
 * Sentences further down the page repeat them through these fields, so change a figure here and only here.
 */
export const claims = {
  clients: '500+',
  clientsLabel: 'satisfied clients',
  rating: '4.9/5',
  ratingLabel: 'average rating',
  since: '2012',
  turnaround: '3-4 weeks',
  measurements: '30+',
  consultation: '60-90 minutes',
  returns: '30-day return',
  booking: 'under 2 minutes',
  atATime: 'One client at a time',
}

/**
 * What a suit costs at least. The hero and the questions name different figures ($795 and $800); both are kept as
 * they were given. Make them the same when you know which one holds.
 */
export const prices = {
  fromInHero: '$795',
  fromInQuestions: '$800',
}

/**
 * How many consultations there are. One place speaks of 12 and another of 8 left; worded so that both can be true:
 * so many new clients a month, and so many of those places still free. Change `left` as the month goes by.
 */
export const slots = {
  aMonth: '12 new-client slots a month',
  left: '8 slots left',
}

const forWhom = 'New clients'

/**
 * The free suit. "Free" must name its conditions beside it, at first sight and not in a footnote (16 CFR 251):
 * `conditions` stands under the headline. The price of the two bought suits must not be raised to pay for it.
 */
export const offer = {
  headline: 'Buy two suits, get a third free.',
  forWhom,
  conditions: `${forWhom} only, with two suits bought, worth up to $1,200`,
  worth: 'up to about $1,200',
  savings: '$800-$1,200',
}
