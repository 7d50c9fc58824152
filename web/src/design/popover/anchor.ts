/** A viewport area in CSS pixels, such as the result of `getBoundingClientRect`. */
export interface Anchor {
  left: number
  right: number
  top: number
  bottom: number
  /** Opens the popover below the area, for example for a field, or above it if there is no space below. */
  isBelow?: boolean
}

export interface Size {
  width: number
  height: number
}

const GAP = 8

/** Prefers the right side, then the left, then below the area, unless `isBelow` is set. Stays on the screen. */
export function placeOf(anchor: Anchor, popover: Size, screen: Size): { left: number; top: number } {
  const within = (at: number, length: number, most: number) =>
    Math.max(GAP, Math.min(at, most - length - GAP))
  if (anchor.isBelow) {
    const isFitting = anchor.bottom + GAP + popover.height + GAP <= screen.height
    const top = isFitting ? anchor.bottom + GAP : anchor.top - GAP - popover.height
    return {
      left: within(anchor.left, popover.width, screen.width),
      top: within(top, popover.height, screen.height),
    }
  }
  const top = within(anchor.top, popover.height, screen.height)
  if (anchor.right + GAP + popover.width + GAP <= screen.width) return { left: anchor.right + GAP, top }
  if (anchor.left - GAP - popover.width >= GAP) return { left: anchor.left - GAP - popover.width, top }
  const left = within(anchor.left, popover.width, screen.width)
  return { left, top: within(anchor.bottom + GAP, popover.height, screen.height) }
}

/** Sets `--left` and `--top`, which the style sheet ignores on phones. */
export function placeBeside(popover: HTMLElement, anchor: Anchor): void {
  const size = { width: popover.offsetWidth, height: popover.offsetHeight }
  const { left, top } = placeOf(anchor, size, { width: innerWidth, height: innerHeight })
  popover.style.setProperty('--left', `${left}px`)
  popover.style.setProperty('--top', `${top}px`)
}
