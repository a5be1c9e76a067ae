import { useEffect, useRef, useState } from 'react'
import { placeBeside } from './place-beside.ts'

/** From pointing at a term until its remark shows (specification, point 2). */
const delayMs = 700
/** Within this time after a remark another shows at once (specification, point 2). */
const skipDelayMs = 300
/** For the pointer's way from the term to the remark, so that the remark can be pointed at. */
const graceMs = 200

/** All tooltips share these: when the last one went, and how to put away the one that shows. */
let lastClosedAt = Number.NEGATIVE_INFINITY
let closeShown = () => {}

/**
 * When a remark shows: on hovering, on keyboard focus, and on a click or tap; it stays while it is pointed at, and goes
 * with Escape and with a press elsewhere (WCAG 1.4.13).
 */
export function useTooltip() {
  const term = useRef<HTMLButtonElement>(null)
  const remark = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const turn = (open: boolean, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setOpen(open)
    else timer.current = setTimeout(() => setOpen(open), afterMs)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const [trigger, box] = [term.current, remark.current]
    if (!isOpen || !trigger || !box) return
    const close = () => setOpen(false)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (trigger.contains(target) || box.contains(target))
      if (!isInside) close()
    }
    const place = () => placeBeside(trigger, box)
    closeShown()
    closeShown = close
    box.showPopover()
    place()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('scroll', place, { capture: true })
      box.hidePopover()
      lastClosedAt = Date.now()
      if (closeShown === close) closeShown = () => {}
    }
  }, [isOpen])

  const leave = () => turn(false, graceMs)
  return {
    term: {
      ref: term,
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        // A finger points and presses at once; the click that follows decides.
        if (pointerType === 'touch') return
        const wasJustReading = Date.now() - lastClosedAt < skipDelayMs
        turn(true, isOpen || wasJustReading ? 0 : delayMs)
      },
      onPointerLeave: leave,
      onFocus: () => {
        if (term.current?.matches(':focus-visible')) turn(true)
      },
      onBlur: () => turn(false),
      onClick: () => turn(!isOpen),
    },
    remark: { ref: remark, onPointerEnter: () => turn(true), onPointerLeave: leave },
  }
}
