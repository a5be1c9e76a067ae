export type PocketState = 'closed' | 'open' | 'struck'

/** Its outer edge and its flap, an envelope's. */
const shut = { edge: 'M4 30H160', flap: 'M14 42H150V66M14 66V42L82 84L150 42' }
const lifted = { edge: 'M4 40L60 0H104L160 40', flap: 'M14 66H150M14 42L62 6L102 6L150 42' }

/** A drafted pocket whose flap is an envelope's: closed, open with the ticket in it, or struck in red. */
export function Pocket({ state }: { state: PocketState }) {
  const isOpen = state === 'open'
  const { edge, flap } = isOpen ? lifted : shut
  const buttonY = isOpen ? 78 : 70
  return (
    <svg className="pocket" viewBox="0 0 164 170" aria-hidden="true">
      <path className="allowance" d={`${edge}V74H154V148L134 168H30L10 148V74H4Z`} />
      <path d="M14 42H150V66H14Z" className={isOpen ? 'paper-fill' : undefined} />
      <path d={flap} />
      {isOpen && (
        <g className="ticket">
          <path d="M48 66L45 22L119 16L122 66Z" />
          <path d="M57 37L108 33M58 47L109 43M59 57L92 54" />
          <circle cx="81" cy="26" r="2.5" />
        </g>
      )}
      <path className="paper-fill" d="M18 66V142L34 160H130L146 142V66" />
      <path className="allowance" d="M26 74V138L38 152H126L138 138V74" />
      <circle cx="82" cy={buttonY} r="7" className="paper-fill" />
      <path className="holes" d={`M80 ${buttonY - 2}h0m4 0h0m0 4h0m-4 0h0`} />
      <path className="grain" d="M82 104V136M78 109L82 102L86 109M78 131L82 138L86 131" />
      {state === 'struck' && <path className="pencil" d="M20 150L158 12" />}
    </svg>
  )
}
