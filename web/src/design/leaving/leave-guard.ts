// Asks before the Back button, a link, a shortcut or a reload discards changes of an open form. The Back button closes
// a dialog, because people expect that on phones.

interface Guard {
  isChanged: () => boolean
  /** Returns true if it asks the user. `go` runs if the user agrees. */
  ask: (go: () => void) => boolean
  /**
   * Closes the dialog on the Back button, or asks first. Absent for a pane, and for a dialog in the URL, which the Back
   * button closes anyway.
   */
  close?: () => void
  /** True if the page stays usable beside the form. Behind a modal dialog, only the Back button works. */
  stopsLinks: boolean
}

let guards: readonly Guard[] = []
/** Where the user was before the Back button was pressed. */
let here: { url: string; state: unknown; index: number | undefined }

/** Returns a function that removes the guard. */
export function addGuard(guard: Guard): () => void {
  if (guard.close) addEntryBefore()
  setGuards([...guards, guard])
  return () => setGuards(guards.filter(each => each !== guard))
}

/** Removes all guards. A form calls it before it closes itself. */
export function dropGuards(): void {
  setGuards([])
}

/**
 * Listens for `beforeunload` only while a form is open, because some browsers do not cache pages with such a listener.
 */
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
    here = { url: location.href, state: history.state, index: entryIndex() }
  }
  remember()
  addEventListener('pushState', remember)
  addEventListener('replaceState', remember)
  addEventListener(
    'popstate',
    event => {
      const isForward = (entryIndex() ?? 0) > (here.index ?? 0)
      const guard = guards.findLast(({ close, isChanged }) => (close && !isForward) || isChanged())
      if (!guard) return remember()
      // The browser has already changed the URL. This restores it, and the router never notices.
      event.stopImmediatePropagation()
      history.pushState(here.state, '', here.url)
      if (guard.close && !isForward) guard.close()
      else guard.ask(() => history.back())
    },
    true,
  )
}

/** The position in the history of the tab. Undefined in browsers without the Navigation API. */
const entryIndex = (): number | undefined => window.navigation?.currentEntry?.index

/** On the first page of the app in this tab, the Back button would leave the app instead of closing a dialog. */
function addEntryBefore(): void {
  const index = entryIndex()
  if (index === undefined || window.navigation?.entries()[index - 1]?.sameDocument) return
  history.pushState(history.state, '', location.href)
}
