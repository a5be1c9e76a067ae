interface Place {
  list: Element
  index: number
}

/** Where in a list each has stood that had the focus. */
const places = new WeakMap<Element, Place>()

/**
 * Gives the focus back. Who is gone, such as the open time that was booked, leaves it to what stands in its place now, or
 * else to the heading of what is open: it must not begin again at the top of the page.
 */
export function giveFocus(to: Element): void {
  const { list, index = 0 } = places.get(to) ?? {}
  const item = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null
  const near = item?.querySelector<HTMLElement>('a, button')
  const heading = document.querySelector<HTMLElement>('.sheet-title') ?? document.querySelector('h1')
  const taker = to.isConnected ? to : (near ?? heading)
  if (taker instanceof HTMLElement) taker.focus({ preventScroll: taker !== near })
}

/** Nothing that goes takes the focus with it. */
export function keepFocus(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
    const item = last?.closest('li')
    const list = item?.parentElement
    if (last && item && list) places.set(last, { list, index: [...list.children].indexOf(item) })
  })
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const gone = last
    last = null
    giveFocus(gone)
  }).observe(document.body, { childList: true, subtree: true })
}
