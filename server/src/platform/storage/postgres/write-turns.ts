// A person's writes run in sequence, so that a burst of them cannot occupy the whole pool while it waits for one lock.

export function writeTurns() {
  /** Each person's last write. */
  const last = new Map<string, Promise<unknown>>()
  let waiting = 0

  async function after<T>(earlier: Promise<unknown>, write: () => Promise<T>): Promise<T> {
    waiting++
    await Promise.allSettled([earlier])
    waiting--
    return write()
  }

  return {
    /** Runs a write after the earlier ones with the same first key, without occupying a connection until then. */
    async run<T>([person]: readonly string[], write: () => Promise<T>): Promise<T> {
      if (person === undefined) return write()
      const earlier = last.get(person)
      const running = earlier ? after(earlier, write) : write()
      last.set(person, running)
      try {
        return await running
      } finally {
        if (last.get(person) === running) last.delete(person)
      }
    },

    waiting: (): number => waiting,
  }
}
