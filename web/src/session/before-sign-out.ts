// Runs work that still needs the session before the server learns of the sign-out.

const works = new Set<() => Promise<unknown>>()

/** Returns a function that unregisters the work. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  works.add(work)
  return () => works.delete(work)
}

export const finishWork = (): Promise<unknown> => Promise.allSettled([...works].map(work => work()))
