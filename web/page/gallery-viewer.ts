/** Opens photographs large. Without it, the gallery's links still work. */
import { galleryWords } from '#copy/gallery.ts'

const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-photograph]')]

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { className, ...properties })
}

const button = (className: string, name: string, drawing: string) => {
  const made = element('button', `viewer-button ${className}`, { type: 'button', ariaLabel: name })
  made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${drawing}"/></svg>`
  return made
}

function photographOf(link: HTMLAnchorElement): HTMLElement {
  const small = link.querySelector('img')
  const { width = 0, height = 0, alt = '' } = small ?? {}
  const figure = element('figure', '')
  const large = element('img', '', {
    alt,
    width: small?.naturalWidth || width,
    height: small?.naturalHeight || height,
  })
  large.loading = 'lazy'
  large.src = link.href
  figure.append(large)
  return figure
}

function makeViewer() {
  const dialog = element('dialog', 'viewer', { ariaLabel: galleryWords.name })
  const row = element('div', 'viewer-row', { tabIndex: 0, role: 'group', ariaLabel: galleryWords.name })
  const count = element('p', 'viewer-count')
  count.setAttribute('role', 'status')
  const caption = element('p', 'viewer-caption')
  const previous = button('viewer-previous', galleryWords.previous, 'M15 4 7 12l8 8')
  const next = button('viewer-next', galleryWords.next, 'M9 4l8 8-8 8')
  const close = button('viewer-close', galleryWords.close, 'M5 5l14 14M19 5 5 19')
  const tape = element('div', 'viewer-tape', { ariaHidden: 'true' })
  tape.style.setProperty('--inches', String(links.length))
  const slider = element('b', '')
  tape.append(slider)
  row.append(...links.map(photographOf))
  dialog.append(count, close, row, previous, next, caption, tape)
  document.body.append(dialog)

  /** From one photograph to the next, in pixels. */
  const step = () => (row.scrollWidth - row.clientWidth) / Math.max(1, links.length - 1) || 1

  let shown = 0
  function show(index: number, behavior: ScrollBehavior = 'instant') {
    shown = Math.max(0, Math.min(links.length - 1, index))
    row.scrollTo({ left: shown * step(), behavior })
    tell()
  }
  function tell() {
    count.textContent = galleryWords.place(shown + 1, links.length)
    caption.textContent = links[shown]?.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
    slider.textContent = String(shown + 1)
    tape.style.setProperty('--at', String(shown))
    previous.disabled = shown === 0
    next.disabled = shown === links.length - 1
  }
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)')
  const go = (index: number) => show(index, isCalm.matches ? 'instant' : 'smooth')

  row.addEventListener('scrollend', () => {
    // A swipe.
    const place = Math.round(row.scrollLeft / step())
    if (place !== shown) {
      shown = place
      tell()
    }
  })
  previous.addEventListener('click', () => go(shown - 1))
  next.addEventListener('click', () => go(shown + 1))
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('keydown', (event) => {
    const places: Record<string, number> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: links.length - 1,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    go(place)
  })
  new ResizeObserver(() => dialog.open && show(shown)).observe(row)
  // Returns to the visitor's place, or to the photograph shown last.
  dialog.addEventListener('close', () => links[shown]?.focus({ preventScroll: false }))
  return (index: number) => {
    dialog.showModal()
    show(index)
    close.focus()
  }
}

let open: ((index: number) => void) | undefined

// In the document's capture phase, because an island that isn't hydrated yet keeps the click from the link.
document.addEventListener(
  'click',
  (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-photograph]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open ??= makeViewer()
    open(links.indexOf(link))
  },
  true,
)
