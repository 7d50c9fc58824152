import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ApiError, type Client } from '@daymark/client'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const BASE = Date.parse('2026-03-02T09:00:00Z')
const iso = (minute: number) => new Date(BASE + minute * 60_000).toISOString().replace('.000', '')

type Step =
  | { kind: 'record'; minutes: number[] }
  | { kind: 'segments'; timer: number; minutes: number[] }
  | { kind: 'split'; timer: number; minute: number }
  | { kind: 'undo' }

const minutes = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 25 })
const timer = fc.nat(5)
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('record' as const), minutes }),
    fc.record({ kind: fc.constant('segments' as const), timer, minutes }),
    fc.record({ kind: fc.constant('split' as const), timer, minute: fc.nat(42) }),
    fc.record({ kind: fc.constant('undo' as const) }),
  ),
  { minLength: 3, maxLength: 15 },
) as fc.Arbitrary<Step[]>

type Minutes = ReadonlySet<number>
type State = ReadonlyMap<string, Minutes>

/** Sends one segment per minute. The server joins adjacent segments. */
const single = (set: Minutes) =>
  [...set].sort((a, b) => a - b).map(minute => ({ start: iso(minute), end: iso(minute + 1) }))

function runs(set: Minutes): { start: string; end: string }[] {
  const starts = [...set].filter(minute => !set.has(minute - 1)).sort((a, b) => a - b)
  return starts.map(start => {
    let end = start
    while (set.has(end)) end++
    return { start: iso(start), end: iso(end) }
  })
}

class Oracle {
  readonly #client: Client
  /** All states, the current one last. Undo removes the last state. */
  readonly #states: State[] = [new Map()]

  constructor(client: Client) {
    this.#client = client
  }

  get state(): State {
    return this.#states.at(-1) ?? new Map()
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'undo') return this.#undo()
    if (step.kind === 'record') {
      const set = new Set(step.minutes)
      const { id } = await this.#client.timers.addRecord({ body: { segments: single(set) } })
      return this.#add([[id, set]])
    }
    const ids = [...this.state.keys()]
    const timer_id = ids[step.timer % Math.max(1, ids.length)]
    if (timer_id === undefined) return
    if (step.kind === 'segments') {
      const set = new Set(step.minutes)
      const body = { segments: single(set) }
      const before = this.state.get(timer_id)
      await this.#client.timers.setSegments({ params: { timer_id }, body })
      assert.ok(before)
      return this.#add([[timer_id, set]])
    }
    return this.#split(timer_id, step.minute)
  }

  async #split(timer_id: string, minute: number): Promise<void> {
    const whole = [...(this.state.get(timer_id) ?? [])]
    const first = new Set(whole.filter(each => each < minute))
    const second = new Set(whole.filter(each => each >= minute))
    const parts = this.#client.timers.split({ params: { timer_id }, body: { at: iso(minute) } })
    if (first.size === 0 || second.size === 0)
      return assert.rejects(parts, (error: unknown) => error instanceof ApiError && error.status === 422)
    const [kept, added] = await parts
    assert.equal(kept?.id, timer_id)
    this.#add([
      [timer_id, first],
      [added?.id ?? '', second],
    ])
  }

  async #undo(): Promise<void> {
    if (this.#states.length === 1) return
    const batches = await this.#client.history.list({ query: { limit: 100 } })
    const latest = batches.find(batch => batch.undoable && batch.via !== 'undo')
    await this.#client.history.undo({ params: { batch_id: latest?.batch_id ?? '' } })
    this.#states.pop()
  }

  #add(timers: [string, Minutes][]): void {
    this.#states.push(new Map([...this.state, ...timers]))
  }
}

forEachStorage('corrected timers', (open, name) => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('measure exactly the minutes of the oracle, whatever was recorded, corrected, split and undone', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const { client } = await newPerson(server, 'ann')
        const oracle = new Oracle(client)
        for (const step of all) await oracle.take(step)
        const timers = await client.timers.list()
        assert.deepEqual(timers.map(({ id }) => id).sort(), [...oracle.state.keys()].sort())
        for (const { id, segments, elapsed_time, started_at, ended_at } of timers) {
          const set = oracle.state.get(id) ?? new Set()
          assert.deepEqual(segments, runs(set))
          assert.equal(elapsed_time, set.size * 60)
          assert.deepEqual([started_at, ended_at], [segments[0]?.start, segments.at(-1)?.end])
        }
      }),
      { numRuns: runsOn(name, 30) },
    )
  })
})
