/** Five tools and marks of the trade, each in a box of 44. */
const drawings = {
  tape: 'M4 15h36v13H4zM10 15v5M16 15v8M22 15v5M28 15v8M34 15v5',
  pattern: 'M9 40V10l10-6 4 9c1 6 5 9 11 9v18zM21 24v12M18.6 26.4 21 24l2.4 2.4',
  cloth: 'M8 34 14 8l14 3-6 26zM22.6 36.8 36 34l-7.4-23M11.4 20l14 3.2',
  hanger: 'M22 9a3 3 0 1 1 3 3c-2 0-3 1-3 3v2L5 28c-2 2-1 5 2 5h30c3 0 4-3 2-5L22 17',
  needle: 'M36 8 14 30M36 8c2 2 0 5-2 6L16 32M14 30c-6 5-9 2-8 6s8 3 13 1 12-4 17 1M34.2 9.9h.1',
}

export function TradeIcon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="trade-icon" viewBox="0 0 44 44" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
