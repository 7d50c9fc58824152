// Work that still needs the session: it is done before the server is told that the person has signed out.

const works = new Set<() => Promise<unknown>>()

/** Gives the way to take it back. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  works.add(work)
  return () => works.delete(work)
}

export const finishWork = (): Promise<unknown> => Promise.allSettled([...works].map(work => work()))
