// Asks before a navigation discards changes of an open form: the Back button, links and shortcuts.

interface Guard {
  /** Returns true if it asks the user. The question then calls `go` if the user agrees. */
  ask: (go: () => void) => boolean
  /** True for forms beside which the page stays usable. Modal dialogs only have to expect the Back button. */
  stopsLinks: boolean
}

let guards: readonly Guard[] = []
/** The URL before the Back button was pressed. */
let here = ''

/** Returns a function that removes the guard. */
export function addGuard(guard: Guard): () => void {
  guards = [...guards, guard]
  return () => {
    guards = guards.filter(each => each !== guard)
  }
}

/** Removes all guards. A form calls it before it closes itself. */
export function dropGuards(): void {
  guards = []
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
      const isAsked = guards.some(guard => guard.ask(() => history.back()))
      if (!isAsked) return remember()
      // The browser has already changed the URL. This restores it, and the router never notices.
      event.stopImmediatePropagation()
      history.pushState(null, '', here)
    },
    true,
  )
}
