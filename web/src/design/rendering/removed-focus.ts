// Moves focus when the focused list item or the pressed control is removed. Otherwise the focus would be lost.

interface Place {
  item: Element
  /** The item's neighbors. */
  near: (Element | null)[]
  /** The parts of the page that contain the list, innermost first. */
  parts: Element[]
}

const ITEM = '.plain-list > li'
/** Excludes fields, because focusing a field opens the on-screen keyboard. */
const CONTROL = ':is(a[href], button, summary):not(:disabled)'

/** Returns a function that stops moving focus. */
export function moveRemovedFocus(): () => void {
  let place: Place | undefined
  /** The last pressed control while it has focus, or the content that replaced it. */
  let pressed: { control: Element; part: Element | null } | undefined
  const onFocus = ({ target }: FocusEvent) => {
    const item = target instanceof Element ? target.closest(ITEM) : null
    pressed = undefined
    place = item
      ? { item, near: [item.nextElementSibling, item.previousElementSibling], parts: partsOf(item) }
      : undefined
  }
  // Forgets the item after a click elsewhere, because such a click moves focus on purpose.
  const onPointer = ({ target }: Event) => {
    pressed = undefined
    if (!(target instanceof Node && place?.item.contains(target))) place = undefined
  }
  const onClick = ({ detail }: MouseEvent) => {
    const control = document.activeElement
    // Only for the keyboard. After a click or tap, Space must scroll the page instead of pressing new content.
    if (detail > 0) return
    if (control?.matches(CONTROL) && control.closest('main')) pressed = { control, part: partOf(control) }
  }
  const observer = new MutationObserver(records => {
    if (document.activeElement !== document.body) return
    if (place && !place.item.isConnected) {
      const control = place.near.find(each => each?.isConnected)?.querySelector<HTMLElement>(CONTROL)
      if (control) control.focus()
      else focusHeading(place.parts)
    } else if (pressed && !pressed.control.isConnected) {
      const { part } = pressed
      const next = added(records, part)
      // Content that appears later may come from another device.
      pressed = undefined
      if (!next) return
      focusOn(next)
      pressed = { control: next, part }
    }
  })
  addEventListener('focusin', onFocus)
  addEventListener('pointerdown', onPointer)
  // Runs before the page's handlers, which may remove the control.
  addEventListener('click', onClick, true)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', onFocus)
    removeEventListener('pointerdown', onPointer)
    removeEventListener('click', onClick, true)
    observer.disconnect()
  }
}

const PART = 'dialog, section, main'
const partOf = (element: Element) => element.closest(PART)

function partsOf(element: Element): Element[] {
  const part = partOf(element)
  return part ? [part, ...(part.parentElement ? partsOf(part.parentElement) : [])] : []
}

const connected = (part: Element | null) => (part?.isConnected ? part : document.querySelector('main'))

function added(records: readonly MutationRecord[], part: Element | null): HTMLElement | undefined {
  const within = connected(part)
  const first = records
    .flatMap(({ addedNodes }) => [...addedNodes])
    .find(each => each instanceof HTMLElement && within?.contains(each) && each.checkVisibility())
  if (!(first instanceof HTMLElement)) return undefined
  return first.matches(CONTROL) ? first : (first.querySelector<HTMLElement>('h1, h2, h3') ?? first)
}

/** Focuses the heading of the innermost part that is left. */
function focusHeading(parts: readonly Element[]): void {
  const left = [...parts.filter(part => part.isConnected), document]
  const heading = left.map(part => part.querySelector<HTMLElement>('h1, h2')).find(each => each !== null)
  if (heading) focusOn(heading)
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
