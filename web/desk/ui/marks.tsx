/** The worked buttonhole, 44 by 24; what is through it or across it says what became of a visit. */
function Buttonhole() {
  return (
    <>
      <path className="purl" d="M3 9.5h38M3 14.5h38" />
      <path className="slit" d="M2.5 12h39" />
    </>
  )
}

/** A button through its buttonhole: the client came. */
export function CameMark() {
  return (
    <svg
      className="mark mark-came"
      viewBox="0 0 44 24"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Buttonhole />
      <g className="button">
        <circle cx="22" cy="12" r="11" />
        <circle className="rim" cx="22" cy="12" r="7.8" />
        <path className="holes" d="M19.5 9.5h0M24.5 9.5h0M19.5 14.5h0M24.5 14.5h0" />
      </g>
    </svg>
  )
}

/** A buttonhole that waits for its button. */
export function OpenMark() {
  return (
    <svg className="mark" viewBox="0 0 44 24" aria-hidden="true">
      <Buttonhole />
    </svg>
  )
}

/** A buttonhole crossed in red pencil: the client did not come. */
export function MissedMark() {
  return (
    <svg className="mark" viewBox="0 0 44 24" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Buttonhole />
      <path className="pencil" d="M12 3l20 18M32 3L12 21" />
    </svg>
  )
}

/** A ring of stitches with an exclamation mark: something is wrong. */
export function Ring() {
  return (
    <svg className="ring" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d="M12 6.5v7M12 16.7v.6" />
    </svg>
  )
}

/** A horn button with a check: done. */
export function DoneMark() {
  return (
    <svg className="done" viewBox="0 0 36 36" aria-hidden="true">
      <g className="button">
        <circle cx="18" cy="18" r="16.5" />
        <circle className="rim" cx="18" cy="18" r="12" />
      </g>
      <path className="holes" d="M12 18.5l4 4 8.5-9" />
    </svg>
  )
}
