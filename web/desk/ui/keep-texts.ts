/**
 * A browser that translates puts an element of its own in the place of each text, and what is rendered here goes on writing
 * to the text that is gone: the next day would keep the name of the one before. So a text that changes takes its place
 * again, and is translated anew.
 */
export function keepTexts(): void {
  const standIns = new WeakMap<Node, Element>()
  const changes = new MutationObserver((records) => {
    for (const { target } of records) standIns.get(target)?.replaceWith(target)
  })
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const [text] = removedNodes
      const standIn = [...addedNodes, previousSibling, nextSibling].find((one) => one?.nodeName === 'FONT')
      if (!(text instanceof Text) || !(standIn instanceof Element) || text.isConnected) continue
      standIns.set(text, standIn)
      changes.observe(text, { characterData: true })
    }
  }).observe(document.body, { childList: true, subtree: true })
}
