// Keeps the focus in a list when the focused item is removed, because it would be lost to the page.

interface Place {
  item: Element
  /** The items around it, and the part of the page that contains the list. */
  near: (Element | null)[]
  part: Element | null
}

const ITEM = '.plain-list > li'
/** No fields, because they would open the keyboard of a phone. */
const CONTROLS = ':is(a[href], button, summary):not(:disabled)'

/** Returns a function that ends it. */
export function keepListFocus(): () => void {
  let place: Place | undefined
  const onFocus = ({ target }: FocusEvent) => {
    const item = target instanceof Element ? target.closest(ITEM) : null
    place = item
      ? {
          item,
          near: [item.nextElementSibling, item.previousElementSibling],
          part: item.closest('section, main'),
        }
      : undefined
  }
  // A click elsewhere takes the focus away on purpose.
  const onPointer = ({ target }: Event) => {
    if (!(target instanceof Node && place?.item.contains(target))) place = undefined
  }
  const observer = new MutationObserver(() => {
    if (!place || place.item.isConnected || document.activeElement !== document.body) return
    const { near, part } = place
    const control = near.find(each => each?.isConnected)?.querySelector<HTMLElement>(CONTROLS)
    if (control) control.focus()
    else focusHeading(part)
  })
  addEventListener('focusin', onFocus)
  addEventListener('pointerdown', onPointer)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', onFocus)
    removeEventListener('pointerdown', onPointer)
    observer.disconnect()
  }
}

/** The heading of an emptied list, or that of the page if the part of the list was removed, too. */
function focusHeading(part: Element | null): void {
  const heading = (part?.isConnected ? part : document.querySelector('main'))?.querySelector<HTMLElement>(
    'h1, h2',
  )
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
