// These clients repeat each write with the same Idempotency-Key until it is acknowledged.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@daymark/client'

const WRITERS = 2
const PACE_MS = 20
/**
 * The time limit of a request. It is longer than the server's statement timeout, so that the server responds first.
 */
const PATIENCE_MS = 20_000

export class RepeatingPerson {
  readonly #baseUrl: string
  readonly #token: string
  readonly #acknowledged: string[] = []
  #isEnding = false
  #work: Promise<unknown> = Promise.resolve()
  /** Counts failed attempts by status or error. */
  readonly failures = new Map<string, number>()

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl
    this.#token = token
  }

  get acknowledged(): number {
    return this.#acknowledged.length
  }

  begin(): void {
    this.#work = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)))
  }

  async finish(): Promise<void> {
    this.#isEnding = true
    await this.#work
  }

  close(): void {
    this.#isEnding = true
  }

  async #write(writer: number): Promise<void> {
    for (let i = 0; !this.#isEnding; i++) {
      const name = `group ${writer}-${i}`
      const key = crypto.randomUUID()
      while (!(await this.#attempt(name, key))) await pause(PACE_MS)
      this.#acknowledged.push(name)
      await pause(PACE_MS)
    }
  }

  async #attempt(name: string, key: string): Promise<boolean> {
    const outcome = await fetch(`${this.#baseUrl}/v1/tags/groups`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ name, color: '#000000' }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async response => {
        await response.arrayBuffer()
        return String(response.status)
      },
      (error: unknown) => (error instanceof Error ? error.name : 'error'),
    )
    if (outcome === '201') return true
    this.failures.set(outcome, (this.failures.get(outcome) ?? 0) + 1)
    return false
  }

  /** Fails unless every acknowledged write exists exactly once. */
  async check(): Promise<void> {
    const { tags } = createClient({ baseUrl: this.#baseUrl, token: this.#token })
    const counts = new Map<string, number>()
    for (const { name } of await tags.listGroups.all()) counts.set(name, (counts.get(name) ?? 0) + 1)
    assert.deepEqual(
      this.#acknowledged.filter(name => counts.get(name) !== 1),
      [],
      'an acknowledged write is missing or repeated',
    )
  }
}
