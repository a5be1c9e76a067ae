import { describe, expect, it } from 'vitest'
import { isAdvertisement } from '../../server/http/advertising.ts'

describe('a name with an address in it', () => {
  it.each([
    'casino-bonus.top',
    'Visit evil.ru today',
    'bit.ly',
    'Win at evil․com',
    'evil.сom',
    'еvil.ru',
    'dr.evil.ru',
    'казино.рф',
    'evil。cn',
    'shop.co.uk',
  ])('is an advertisement: %s', (name) => {
    expect(isAdvertisement(name)).toBe(true)
  })
})

describe('a name with initials or a title', () => {
  it.each([
    'Dr.Costa',
    'St.John',
    'J.R.R.Tolkien',
    'J.R. Li',
    'J.Li',
    'Dr.Kim',
    'Martin Luther King Jr.',
    'Ann Lee, Ph.D.',
    'Владимир Ли',
    'Νίκος Παππάς',
    'Ann Lee',
  ])('is no advertisement: %s', (name) => {
    expect(isAdvertisement(name)).toBe(false)
  })
})
