import { useId } from 'react'

/** Strokes of a red pencil, each a little off: where it stands, how it bends, its weight and strength. */
const strokes = [
  [5, 1.2, 1.6, 0.6],
  [20, -0.8, 2.2, 0.48],
  [33, 0.6, 1.4, 0.72],
  [48, -1.2, 1.9, 0.42],
  [61, 0.9, 1.7, 0.62],
] as const

/** What is closed is struck out. */
export function Hatching() {
  const id = useId()
  return (
    <svg className="hatching" aria-hidden="true">
      <defs>
        <pattern
          id={`${id}s`}
          width="70"
          height="80"
          patternUnits="userSpaceOnUse"
          patternTransform="skewX(-32)"
        >
          {strokes.map(([x, bend, weight, strength]) => (
            <path
              key={x}
              d={`M${x} 0Q${x + 2 * bend} 20 ${x} 40T${x} 80`}
              strokeWidth={weight}
              opacity={strength}
              fill="none"
            />
          ))}
        </pattern>
        <pattern id={`${id}w`} width="120" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 3C20 1.5 35 2 60 3.2S100 4.5 120 3" strokeWidth="2.2" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id}s)`} />
      <rect width="100%" height="6" fill={`url(#${id}w)`} />
      <svg y="100%" overflow="visible" aria-hidden="true">
        <rect y="-6" width="100%" height="6" fill={`url(#${id}w)`} />
      </svg>
    </svg>
  )
}
