import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'

/** Around everything that has tooltips: 700 ms until one shows, none within 300 ms after another (specification, 2). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/**
 * Words with a remark: shown on hovering, on keyboard focus, and on a tap or click; it can itself be pointed at, and
 * goes with Escape (WCAG 1.4.13).
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const wasOpenWhenPressed = useRef(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger
        className="tooltip-trigger"
        type="button"
        onPointerDown={() => {
          wasOpenWhenPressed.current = isOpen
        }}
        onClick={(event) => {
          // Radix closes on every click, which leaves those who tap without the remark.
          event.preventDefault()
          const isFromKeyboard = event.detail === 0
          setOpen(isFromKeyboard ? !isOpen : !wasOpenWhenPressed.current)
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal container={isOpen ? document.querySelector('main') : null}>
        <Radix.Content className="tooltip" sideOffset={6} collisionPadding={16}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
