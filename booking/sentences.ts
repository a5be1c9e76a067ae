/**
 * The messages for broken rules. Rules return a code with values. The code that answers a visitor looks up the text
 * here.
 */
import { fieldTitles, fieldErrors as words } from '#copy/booking-form.ts'
import { dates } from '#copy/dates.ts'
import { openingErrorWords } from '#copy/errors.ts'
import type { FieldName } from './appointment.ts'
import type { OpeningDay, OpeningFault } from './opening-hours.ts'
import { sourceIds } from './sources.ts'
import { formatDate, formatOpenDays, formatTime, weekdayNames } from './time.ts'
import type { FieldFault, FieldFaults } from './validation.ts'

export type FieldErrors = Partial<Record<FieldName, string>>

export function fieldSentence(name: FieldName, fault: FieldFault): string {
  switch (fault.rule) {
    case 'required':
      return words.required(fieldTitles[name])
    case 'nameLength':
      return words.nameLength(fault.most)
    case 'phoneCharacter':
      return words.phoneCharacter(fault.character)
    case 'earliest':
    case 'latest':
      return words[fault.rule](formatDate(fault.date))
    case 'closed':
      return [words.closed, formatOpenDays(fault.date, fault.shop)].filter(Boolean).join(' ')
    case 'tooSoon':
      return words.tooSoon(formatTime(fault.time))
    case 'time':
    case 'startsThatDay': {
      const between = fault.starts.map(([first, last]) => words.between(formatTime(first), formatTime(last)))
      return words[fault.rule](dates.either(between))
    }
    case 'source':
      return words.source(sourceIds.join(', '))
    default:
      return words[fault.rule]
  }
}

export function fieldSentences(faults: FieldFaults): FieldErrors {
  const entries = Object.entries(faults) as [FieldName, FieldFault][]
  return Object.fromEntries(entries.map(([name, fault]) => [name, fieldSentence(name, fault)]))
}

const dayOrDate = (on: OpeningDay) =>
  typeof on === 'object' ? formatDate(on.date) : (dates.weekdays[weekdayNames.indexOf(on)] ?? on)

export function openingSentence(fault: OpeningFault): string {
  switch (fault.rule) {
    case 'capacity':
    case 'hoursAhead':
    case 'daysAhead':
      return openingErrorWords[fault.rule](fault.most)
    case 'day':
      return openingErrorWords.day(dayOrDate(fault.on))
    case 'stretch':
      return openingErrorWords.stretch(dayOrDate(fault.on), fault.typed)
    case 'order': {
      const [first, last] = fault.starts
      return openingErrorWords.order(dayOrDate(fault.on), formatTime(first), formatTime(last))
    }
    case 'overlap':
      return openingErrorWords.overlap(dayOrDate(fault.on), formatTime(fault.free))
    default:
      return openingErrorWords[fault.rule]
  }
}
