// Asks before the Back button, a link, a shortcut or a reload discards changes in an open form. The Back button closes
// a dialog, as people expect on phones.

interface Guard {
  isChanged: () => boolean
  /** Returns true if the form prevents leaving for now. `go` runs if the user is asked and agrees. */
  ask: (go: () => void) => boolean
  /**
   * Handles the Back button by closing the dialog, possibly after asking. Absent for a pane. Also absent for a dialog
   * that the URL opens, because going back closes it anyway.
   */
  close?: () => void
  /** True for a pane, because links next to it stay usable. A modal dialog makes them inert. */
  stopsLinks: boolean
}

let guards: readonly Guard[] = []
/** The current history entry, which is restored if the user presses the Back button while a form is open. */
let here: { url: string; state: unknown; index: number | undefined }

/** Returns a function that removes the guard. */
export function addGuard(guard: Guard): () => void {
  if (guard.close) addEntryBefore()
  setGuards([...guards, guard])
  return () => setGuards(guards.filter(each => each !== guard))
}

/** Removes all guards, so that a navigation that closes a form does not ask. */
export function dropGuards(): void {
  setGuards([])
}

/**
 * Sets the guards. Listens for `beforeunload` only while a form is open, because the listener can disable the
 * back/forward cache.
 */
function setGuards(next: readonly Guard[]): void {
  guards = next
  if (guards.length > 0) addEventListener('beforeunload', askBeforeUnload)
  else removeEventListener('beforeunload', askBeforeUnload)
}

/** Triggers the browser's own question before a reload or closing the tab. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (guards.some(guard => guard.isChanged())) event.preventDefault()
}

/** Runs the navigation. If an open pane has changes, asks first. */
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
      // The browser has already changed the URL. Restores the old URL before the router notices.
      event.stopImmediatePropagation()
      history.pushState(here.state, '', here.url)
      if (guard.close && !isForward) guard.close()
      else guard.ask(() => history.back())
    },
    true,
  )
}

/** The position in the tab's history. Undefined in browsers without the Navigation API. */
const entryIndex = (): number | undefined => window.navigation?.currentEntry?.index

/**
 * Adds a history entry if the previous entry is missing or belongs to another document. Otherwise, the Back button
 * would leave the app instead of closing a dialog.
 */
function addEntryBefore(): void {
  const index = entryIndex()
  if (index === undefined || window.navigation?.entries()[index - 1]?.sameDocument) return
  history.pushState(history.state, '', location.href)
}
