import { Live } from './ui/live.tsx'
import { Printed, rendersPrinted } from './ui/printed.tsx'

export function LandingPage() {
  return (
    <main>
      <Printed name="opening">{rendersPrinted && <h1>First we draw you. Then we cut.</h1>}</Printed>
      <Live near="ahead">
        <div id="book" />
      </Live>
    </main>
  )
}
