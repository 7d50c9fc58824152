// Bounds the requests that are in flight per person and per host, so that nobody uses up what the others need.
import { OutboundError } from './outbound-error.ts'

/** Who causes a request. People who are not signed in are told apart by their network address. */
export type Caller = { person: string } | { stranger: string }

/** Frees the slot. Further calls do nothing. */
export type Release = () => void

export interface Budget {
  /** More than a person's webhooks and devices, so that none of them waits for another. */
  person: number
  host: number
  /** Less than a host's slots, so that one person cannot take them all. */
  personAndHost: number
  /** Requests of people who are not signed in. They never count against anybody who is. */
  strangers: number
  wait_ms: number
}

const BUDGET: Budget = { person: 60, host: 24, personAndHost: 6, strangers: 20, wait_ms: 1_000 }

export function budgets(given: Partial<Budget> = {}) {
  const { person, host, personAndHost, strangers, wait_ms } = { ...BUDGET, ...given }
  const slots = waitingSlots(wait_ms)

  return {
    caller: (by: Caller): Promise<Release> =>
      'person' in by ? slots.take(`person ${by.person}`, person) : slots.take('strangers', strangers),

    async host(by: Caller, name: string): Promise<Release> {
      const who = 'person' in by ? `person ${by.person}` : 'strangers'
      const own = await slots.take(`${who} at ${name}`, personAndHost)
      try {
        const shared = await slots.take(`host ${'person' in by ? '' : 'of strangers '}${name}`, host)
        return () => {
          shared()
          own()
        }
      } catch (error) {
        own()
        throw error
      }
    },
  }
}

interface Slots {
  taken: number
  waiting: Set<() => void>
}

function waitingSlots(wait_ms: number) {
  const all = new Map<string, Slots>()

  function release(name: string, slots: Slots): Release {
    let released = false
    return () => {
      if (released) return
      released = true
      const [next] = slots.waiting
      if (next) return next()
      slots.taken--
      if (slots.taken === 0) all.delete(name)
    }
  }

  return {
    /** Waits briefly for a slot. Throws `busy` if there is none. */
    async take(name: string, most: number): Promise<Release> {
      const slots = all.get(name) ?? { taken: 0, waiting: new Set() }
      all.set(name, slots)
      if (slots.taken < most) {
        slots.taken++
        return release(name, slots)
      }
      const { promise, resolve, reject } = Promise.withResolvers<Release>()
      const start = () => {
        clearTimeout(timer)
        slots.waiting.delete(start)
        resolve(release(name, slots))
      }
      slots.waiting.add(start)
      const timer = setTimeout(() => {
        slots.waiting.delete(start)
        reject(
          new OutboundError(
            'busy',
            'Too many requests to other servers are running. Try again in a few seconds.',
          ),
        )
      }, wait_ms)
      return promise
    },
  }
}
