import type { Page } from '@playwright/test'

/** What Chrome does when it translates: an element of its own comes in the place of each text, and of each that follows. */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const translateText = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style')) return
      const standIn = document.createElement('font')
      standIn.append(document.createElement('font'))
      standIn.firstElementChild?.append(`${text.data}\u200b`)
      text.replaceWith(standIn)
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) translateText(text)
    }
    translateAll(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        if (type === 'characterData') translateText(target as Text)
        else for (const node of addedNodes) node instanceof Text ? translateText(node) : translateAll(node)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
