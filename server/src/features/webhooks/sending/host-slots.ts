// Limits the concurrent requests to one host, so that a host that does not answer occupies few slots.

/** Frees the slot. */
export type Release = () => void

export interface HostSlots {
  /** Waits briefly for a slot; returns undefined if there is none. */
  take(host: string): Promise<Release | undefined>
}

interface Host {
  running: number
  waiting: Set<(release: Release) => void>
}

export function hostSlots({ most = 20, wait_ms = 1_000 } = {}): HostSlots {
  const hosts = new Map<string, Host>()

  const release = (name: string, host: Host) => () => {
    const [next] = host.waiting
    if (next) {
      host.waiting.delete(next)
      return next(release(name, host))
    }
    host.running--
    if (host.running === 0) hosts.delete(name)
  }

  return {
    take(name) {
      const host = hosts.get(name) ?? { running: 0, waiting: new Set() }
      hosts.set(name, host)
      if (host.running < most) {
        host.running++
        return Promise.resolve(release(name, host))
      }
      const { promise, resolve } = Promise.withResolvers<Release | undefined>()
      const start = (free: Release) => {
        clearTimeout(timer)
        resolve(free)
      }
      host.waiting.add(start)
      const timer = setTimeout(() => {
        host.waiting.delete(start)
        resolve(undefined)
      }, wait_ms)
      return promise
    },
  }
}
