import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** Always in the page, so it describes the text to assistive technology. When shown, it's a popover. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const { trigger, tooltip } = useTooltip()
  return (
    <>
      <button type="button" className="tooltip-trigger" aria-describedby={id} {...trigger}>
        {children}
      </button>
      <span role="tooltip" id={id} popover="manual" className="tooltip" {...tooltip}>
        {text}
      </span>
    </>
  )
}

/**
 * A sentence in which one term has a tooltip.
 * @param term - a part of `text`. If it isn’t, there's no tooltip
 */
export function WithTooltip({ text, term, tooltip }: { text: string; term: string; tooltip: string }) {
  const start = term ? text.indexOf(term) : -1
  if (start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <Tooltip text={tooltip}>{term}</Tooltip>
      {text.slice(start + term.length)}
    </>
  )
}

/** From hovering the trigger to its tooltip (specification, point 2). */
const delayMs = 700

/** Within this time after one tooltip, another shows immediately (specification, point 2). */
const skipDelayMs = 300

/** Time for the pointer to move from the trigger to the tooltip. */
const graceMs = 200

const gapPx = 6

const marginPx = 16

/** Moves a fixed box above an element, or below if there's no room, fully in view. */
function placeBeside(element: Element, box: HTMLElement): void {
  const anchor = element.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = anchor.top - gapPx - height
  const top = above >= marginPx ? above : anchor.bottom + gapPx
  const centred = anchor.left + (anchor.width - width) / 2
  const furthest = document.documentElement.clientWidth - marginPx - width
  const left = Math.max(marginPx, Math.min(centred, furthest))
  box.style.translate = `${left}px ${top}px`
}

/** Shared by all tooltips: when the last one closed, and how to close the one that shows. */
let lastClosedAt = Number.NEGATIVE_INFINITY

let closeShown: (() => void) | undefined

/** Stays while hovered. Escape and a click elsewhere close it (WCAG 1.4.13). */
export function useTooltip() {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const tooltipRef = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const turn = (open: boolean, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setOpen(open)
    else timer.current = setTimeout(() => setOpen(open), afterMs)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const [trigger, tooltip] = [triggerRef.current, tooltipRef.current]
    if (!isOpen || !trigger || !tooltip) return
    const listeners = new AbortController()
    const { signal } = listeners
    const hide = () => tooltip.togglePopover?.(false)
    const close = () => {
      // Before React renders, so two never show together.
      hide()
      setOpen(false)
    }
    const place = () => placeBeside(trigger, tooltip)
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (trigger.contains(target) || tooltip.contains(target))
      if (!isInside) close()
    }
    closeShown?.()
    closeShown = close
    // Browsers without popovers show it in the text flow.
    tooltip.showPopover?.()
    place()
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
    document.addEventListener('pointerdown', onPress, { signal })
    document.addEventListener('scroll', place, { capture: true, passive: true, signal })
    return () => {
      listeners.abort()
      hide()
      lastClosedAt = Date.now()
      if (closeShown === close) closeShown = undefined
    }
  }, [isOpen])

  const leave = () => turn(false, graceMs)
  return {
    trigger: {
      ref: triggerRef,
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        // A touch also clicks, and the click decides.
        if (pointerType === 'touch') return
        const hasJustClosed = Date.now() - lastClosedAt < skipDelayMs
        turn(true, closeShown || hasJustClosed ? 0 : delayMs)
      },
      onPointerLeave: leave,
      onFocus: () => {
        if (triggerRef.current?.matches(':focus-visible')) turn(true)
      },
      onBlur: () => turn(false),
      onClick: () => turn(!isOpen),
    },
    tooltip: {
      ref: tooltipRef,
      'data-open': isOpen || undefined,
      onPointerEnter: () => turn(true),
      onPointerLeave: leave,
    },
  }
}
