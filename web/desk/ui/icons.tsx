/** Line drawings of 24 by 24 with round caps; what they stand beside says what they mean. */
const drawings = {
  call: 'M6.5 3.5c-2 .6-3 2-2.6 4.2C5 13.6 10.4 19 16.3 20.1c2.2.4 3.6-.6 4.2-2.6l-4-2.6-2 1.4c-2.4-1-5.4-4-6.4-6.4l1.4-2z',
  text: 'M4 4.5h16v11.5h-8.5L7 20v-4H4z',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  plus: 'M12 5v14M5 12h14',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  note: 'M12 6l7 12.5H5zM9 15h6',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
