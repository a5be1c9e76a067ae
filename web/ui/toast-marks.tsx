/** A horn button with a check: sewn on, done. */
export function CheckedButton() {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle cx="18" cy="18" r="16.5" className="horn" />
      <circle cx="18" cy="18" r="12" className="horn-rim" strokeWidth="1.5" />
      <path d="M12 18.5l4 4 8.5-9" className="horn-thread" strokeWidth="2.6" />
    </svg>
  )
}

/** A ring of stitches with an exclamation mark. */
export function StitchedWarning() {
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle
        cx="18"
        cy="18"
        r="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeDasharray="4 3"
      />
      <path d="M18 9v11M18 25v1.5" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
