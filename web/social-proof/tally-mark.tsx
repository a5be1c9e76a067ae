/** Four strokes and a slash, as counted in chalk on a board; each line of the tally is one count further. */
export function TallyMark({ strokes }: { strokes: 1 | 3 | 5 }) {
  const upright = Math.min(strokes, 4)
  return (
    <svg viewBox="0 0 34 20" width="34" height="20" aria-hidden="true">
      {Array.from({ length: upright }, (_, at) => `M${5 + 6 * at} 3l-1 14`).map((line) => (
        <path key={line} d={line} />
      ))}
      {strokes === 5 && <path d="M1 14L28 6" />}
    </svg>
  )
}
