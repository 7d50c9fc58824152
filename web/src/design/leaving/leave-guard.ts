// Asks before a navigation discards changes of an open form: the Back button, links, shortcuts and a reload. The Back button
// closes a dialog, because that is what people expect on phones.

interface Guard {
  isChanged: () => boolean
  /** Returns true if it asks the user. The question then calls `go` if the user agrees. */
  ask: (go: () => void) => boolean
  /** Closes a dialog, or asks first. Missing for a pane and for a dialog in the URL, which going back closes anyway. */
  close?: () => true
  /** True for forms beside which the page stays usable. Modal dialogs only have to expect the Back button. */
  stopsLinks: boolean
}

let guards: readonly Guard[] = []
/** The URL before the Back button was pressed. */
let here = ''

/** Returns a function that removes the guard. */
export function addGuard(guard: Guard): () => void {
  setGuards([...guards, guard])
  return () => setGuards(guards.filter(each => each !== guard))
}

/** Removes all guards. A form calls it before it closes itself. */
export function dropGuards(): void {
  setGuards([])
}

/** Listens only while a form is open, because some browsers do not cache pages with such a listener. */
function setGuards(next: readonly Guard[]): void {
  guards = next
  if (guards.length > 0) addEventListener('beforeunload', askBeforeUnload)
  else removeEventListener('beforeunload', askBeforeUnload)
}

/** The browser asks in its own words before a reload or a closed tab discards changes. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (guards.some(guard => guard.isChanged())) event.preventDefault()
}

/** Runs a navigation, or asks first. */
export function leave(go: () => void): void {
  if (!guards.some(guard => guard.stopsLinks && guard.ask(go))) go()
}

/** Call once, before the router listens to the same events. */
export function watchBack(): void {
  const remember = () => {
    here = location.href
  }
  remember()
  addEventListener('pushState', remember)
  addEventListener('replaceState', remember)
  addEventListener(
    'popstate',
    event => {
      const handled = guards.findLast(({ close, ask }) => close?.() ?? ask(() => history.back()))
      if (!handled) return remember()
      // The browser has already changed the URL. This restores it, and the router never notices.
      event.stopImmediatePropagation()
      history.pushState(null, '', here)
    },
    true,
  )
}
