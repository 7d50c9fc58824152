/** The usual maximum interval of a double click. */
const DOUBLE_PRESS_MS = 500

interface Enter {
  at: number
  dialog: { readonly isConnected: boolean }
}
type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'timeStamp'>

/**
 * True for an Enter shortly after the one that closed a dialog. Focus is then on the button that opened the dialog,
 * which must not be pressed again.
 */
export const isSecondEnter = (first: Enter | undefined, { key, repeat, timeStamp }: Press): boolean =>
  key === 'Enter' &&
  first !== undefined &&
  !first.dialog.isConnected &&
  (repeat || timeStamp - first.at < DOUBLE_PRESS_MS)

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea')

let last: Enter | undefined

/** Adds a listener that blocks a second Enter. Call once at startup. */
export function ignoreSecondEnter(): void {
  addEventListener(
    'keydown',
    event => {
      // In a field, Enter submits the newly typed text.
      if (!isField(event.target) && isSecondEnter(last, event)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      const dialog = event.target instanceof Element ? event.target.closest('dialog') : null
      last = event.key === 'Enter' && dialog ? { at: event.timeStamp, dialog } : undefined
    },
    true,
  )
}
