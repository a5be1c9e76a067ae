/** Drawings that stand on the page many times, drawn once; `<use href="#name">` repeats them. */
export function Symbols() {
  return (
    <svg className="symbols" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="horn-button" viewBox="0 0 22 22">
        <circle cx="11" cy="11" r="10" className="horn" />
        <circle cx="11" cy="11" r="7.2" className="horn-rim" strokeWidth="1.2" />
        <path
          d="M8.8 8.8h0M13.2 8.8h0M8.8 13.2h0M13.2 13.2h0"
          className="horn-thread"
          strokeWidth="2.7"
          strokeLinecap="round"
        />
      </symbol>
      <symbol id="buttonhole" viewBox="0 0 52 28">
        <path
          d="M7 11.2H46.5M7 16.8H46.5"
          className="buttonhole"
          strokeWidth="3.6"
          strokeDasharray="1.2 .8"
        />
        <path d="M6 14H46" className="buttonhole-slit" strokeWidth="2.4" />
        <path d="M5 9v10" className="buttonhole" strokeWidth="2.4" />
      </symbol>
    </svg>
  )
}
