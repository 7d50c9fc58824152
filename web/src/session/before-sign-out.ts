// Runs work that still needs the session, before the server is notified of the sign-out.

const works = new Set<() => Promise<unknown>>()

/** Registers work to run before a sign-out. Returns a function that unregisters it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  works.add(work)
  return () => works.delete(work)
}

export const finishWork = (): Promise<unknown> => Promise.allSettled([...works].map(work => work()))
