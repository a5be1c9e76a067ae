const sixty = Array.from({ length: 60 }, (_, number) => number).join()

/** A clock that changes every second. */
const restlessZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Restless',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0600',
  'RRULE:FREQ=SECONDLY',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const at = ['DTSTART:20270201T160000Z', 'DTEND:20270201T170000Z']

interface HostileEntry {
  zone?: readonly string[]
  event: readonly string[]
  /** Otherwise it blocks nothing. */
  isUnreadable: boolean
}

/** Entries that strangers can add to the owner’s calendar with invitations. */
export const hostileEntries = {
  // An earlier library searched for a fifth Monday in Februaries that have none.
  'a rule that hardly ever comes true': {
    event: [...at, 'RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO'],
    isUnreadable: false,
  },
  'a rule with too many times': {
    event: [...at, ...Array.from({ length: 20 }, () => 'RRULE:FREQ=MINUTELY')],
    isUnreadable: true,
  },
  'a rule that takes long': {
    event: [...at, `RRULE:FREQ=HOURLY;BYMINUTE=${sixty};BYSECOND=${sixty}`],
    isUnreadable: true,
  },
  'a time zone whose clock changes all the time': {
    zone: restlessZone,
    event: ['DTSTART;TZID=Restless:20270320T100000', 'DTEND;TZID=Restless:20270320T110000'],
    isUnreadable: true,
  },
} satisfies Record<string, HostileEntry>

/** Returns the entry as a calendar object. */
export const calendarObject = (uid: string, { zone = [], event }: Pick<HostileEntry, 'zone' | 'event'>) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Stranger//EN', ...zone, 'BEGIN:VEVENT'],
    ...[`UID:${uid}`, 'DTSTAMP:20261201T000000Z', 'SUMMARY:Lunch?', ...event],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
