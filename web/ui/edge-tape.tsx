/** More inches than the longest page has; the rest is cut off. */
const inches = Array.from({ length: 130 }, (_, inch) => inch)

/** The measuring tape down the left edge of a wide page. */
export function EdgeTape() {
  return (
    <div className="edge-tape" aria-hidden="true">
      {inches.map((inch) => (
        <i key={inch} />
      ))}
    </div>
  )
}
