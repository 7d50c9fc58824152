// Shares the server's cores among people whose requests take long, so that one person's requests do not delay others.
import { overloaded } from '../errors.ts'

export interface HeavyWorkBounds {
  /** How many pieces of work run at the same time. */
  at_once: number
  /** How many requests of one person are in progress at the same time. */
  per_person?: number
  /** How long a request waits in line before it is refused. */
  wait_ms?: number
}

const PER_PERSON = 2
const WAIT_MS = 10_000
const RETRY_S = 10
/** A request beyond this many waiting ones of the same person is refused at once, because its body uses memory. */
const WAITING_PER_PERSON = 30
const BUSY = 'The server is busy with other large requests. Try again in 10 seconds.'
const TOO_MANY = `You already have ${WAITING_PER_PERSON} large requests in line. Wait for them, then try again.`

/** A request that was admitted. It counts against its person's limit until it leaves. */
export interface Place {
  /** Lets other people's waiting work run first. Call it between the steps of long work. */
  pass(): Promise<void>
  /** Yields what `source` yields, and frees the core while the reader of a chunk is slow. Leaves at the end. */
  stream<T>(source: AsyncIterable<T>): AsyncGenerator<T>
  leave(): void
}

interface Waiting {
  start(): void
  /** False for work that was admitted before and continues. */
  isNew: boolean
}

interface Person {
  inside: number
  line: Waiting[]
}

export class HeavyWork {
  readonly #atOnce: number
  readonly #perPerson: number
  readonly #waitMs: number
  #running = 0
  /** In the order of their turns: whoever was served last is at the end. */
  readonly #people = new Map<string, Person>()

  constructor({ at_once, per_person = PER_PERSON, wait_ms = WAIT_MS }: HeavyWorkBounds) {
    this.#atOnce = at_once
    this.#perPerson = per_person
    this.#waitMs = wait_ms
  }

  async run<T>(person: string, work: (place: Place) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const place = await this.enter(person, signal)
    try {
      return await work(place)
    } finally {
      place.leave()
    }
  }

  /**
   * Waits in line. Throws `unavailable` after the longest wait, and the signal's reason if it is aborted. Background work
   * waits without a limit, because nobody waits for its answer.
   */
  async enter(id: string, signal?: AbortSignal, isBackground = false): Promise<Place> {
    signal?.throwIfAborted()
    const person = this.#people.get(id) ?? { inside: 0, line: [] }
    this.#people.set(id, person)
    if (person.line.length >= WAITING_PER_PERSON) throw overloaded(TOO_MANY, RETRY_S)
    await this.#turn(id, person, { signal, isNew: true, isBackground })
    return this.#place(id, person)
  }

  #place(id: string, person: Person): Place {
    let isInside = true
    let isRunning = true
    const pause = () => {
      if (!isRunning) return
      isRunning = false
      this.#running--
      this.#serve()
    }
    const resume = async () => {
      if (isRunning || !isInside) return
      await this.#turn(id, person, { isNew: false })
      isRunning = true
      // The request may have ended while it waited for its turn.
      if (!isInside) pause()
    }
    const leave = () => {
      if (!isInside) return
      isInside = false
      person.inside--
      pause()
      this.#serve()
    }
    return {
      leave,
      pass: async () => {
        if (!this.#isAwaited()) return
        pause()
        await resume()
      },
      stream: async function* <T>(source: AsyncIterable<T>) {
        try {
          for await (const chunk of source) {
            pause()
            yield chunk
            await resume()
          }
        } finally {
          leave()
        }
      },
    }
  }

  #turn(
    id: string,
    person: Person,
    {
      signal,
      isNew,
      isBackground = false,
    }: { signal?: AbortSignal | undefined; isNew: boolean; isBackground?: boolean },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (error: unknown) => {
      person.line.splice(person.line.indexOf(waiting), 1)
      end()
      this.#forget(id, person)
      reject(error)
    }
    const aborted = () => giveUp(signal?.reason)
    const timer =
      isNew && !isBackground ? setTimeout(() => giveUp(overloaded(BUSY, RETRY_S)), this.#waitMs) : undefined
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
    }
    const waiting: Waiting = {
      isNew,
      start: () => {
        end()
        resolve()
      },
    }
    signal?.addEventListener('abort', aborted, { once: true })
    // Admitted work continues before the same person's next request begins.
    const at = isNew ? person.line.length : person.line.filter(each => !each.isNew).length
    person.line.splice(at, 0, waiting)
    this.#serve()
    return promise
  }

  #serve(): void {
    while (this.#running < this.#atOnce) {
      const next = this.#next()
      if (!next) return
      const [id, person] = next
      const waiting = person.line.shift()
      if (!waiting) return
      this.#people.delete(id)
      this.#people.set(id, person)
      this.#running++
      if (waiting.isNew) person.inside++
      waiting.start()
    }
  }

  /** Returns the first person in turn whose next request may run. Forgets people who need nothing. */
  #next(): [id: string, person: Person] | undefined {
    for (const [id, person] of this.#people) {
      const [first] = person.line
      if (first && (!first.isNew || person.inside < this.#perPerson)) return [id, person]
      this.#forget(id, person)
    }
    return undefined
  }

  #forget(id: string, { inside, line }: Person): void {
    if (inside === 0 && line.length === 0) this.#people.delete(id)
  }

  #isAwaited(): boolean {
    return this.#running >= this.#atOnce && this.#next() !== undefined
  }
}
