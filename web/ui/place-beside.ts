const gapPx = 6
const marginPx = 16

/** Puts a box that is fixed to the window's corner above an element, or below where there is no room, in full view. */
export function placeBeside(element: Element, box: HTMLElement): void {
  const anchor = element.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = anchor.top - gapPx - height
  const top = above >= marginPx ? above : anchor.bottom + gapPx
  const centred = anchor.left + (anchor.width - width) / 2
  const furthest = document.documentElement.clientWidth - marginPx - width
  const left = Math.max(marginPx, Math.min(centred, furthest))
  box.style.translate = `${left}px ${top}px`
}
