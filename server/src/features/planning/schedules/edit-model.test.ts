import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.UTC(2026, 2, 20, 9)
const COUNT = 7

interface Override {
  deleted: boolean
  title?: string
  span?: [number, number]
}
interface ModelSeries {
  id: string
  title: string
  starts: number[]
  overrides: Map<number, Override>
}
interface Step {
  action: 'patch' | 'remove'
  apply_to: 'this' | 'following' | 'all'
  series: number
  occurrence: number
  /** Moves the occurrence by this many hours. Null renames it instead. */
  move: number | null
}

const steps = fc.array(
  fc.record<Step>({
    action: fc.constantFrom('patch', 'patch', 'remove'),
    apply_to: fc.constantFrom('this', 'this', 'this', 'following', 'all'),
    series: fc.nat(9),
    occurrence: fc.nat(COUNT - 1),
    move: fc.option(fc.integer({ min: -24 * 40, max: 24 * 40 })),
  }),
  { minLength: 4, maxLength: 14 },
)

const iso = (ms: number) => new Date(ms).toISOString()

forEachStorage('the model of series', (open, name) => {
  let server: TestApp
  let people = 0

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('agrees with the list after every step', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async walk => {
        const client = await server.as(`person-${++people}`)
        const world = [await create(client)]
        for (const [at, step] of walk.entries()) {
          const chosen = world[step.series % Math.max(1, world.length)]
          const start = chosen?.starts[step.occurrence % chosen.starts.length]
          if (!chosen || start === undefined) break
          await (step.action === 'patch' ? patch : remove)(client, world, chosen, start, step, `title ${at}`)
          await compare(client, world)
        }
      }),
      { numRuns: runsOn(name, 25) },
    )
  })
})

async function create(client: Client): Promise<ModelSeries> {
  const { id } = await client.schedules.create({
    body: {
      title: 'Series',
      start_time: iso(START),
      end_time: iso(START + HOUR),
      recurrence_rule: `FREQ=DAILY;COUNT=${COUNT}`,
    },
  })
  const starts = Array.from({ length: COUNT }, (_, at) => START + at * DAY)
  return { id, title: 'Series', starts, overrides: new Map() }
}

async function patch(
  client: Client,
  world: ModelSeries[],
  series: ModelSeries,
  start: number,
  { apply_to, move }: Step,
  title: string,
): Promise<void> {
  const one = apply_to === 'this' && move !== null
  const span: [number, number] = [start + (move ?? 0) * HOUR, start + (move ?? 0) * HOUR + 2 * HOUR]
  const answer = await client.schedules.update({
    params: { schedule_id: series.id },
    query: { instance_start: iso(start), apply_to },
    body: one ? { start_time: iso(span[0]), end_time: iso(span[1]) } : { title },
  })
  const override = series.overrides.get(start)
  if (apply_to === 'this') {
    series.overrides.set(start, { ...override, deleted: false, ...(one ? { span } : { title }) })
    return
  }
  const { title: _follows, ...rest } = override ?? {}
  if (override) series.overrides.set(start, { ...rest, deleted: false })
  const from = series.starts.indexOf(start)
  if (apply_to === 'all' || from === 0) {
    series.title = title
    assert.equal(answer.id, series.id)
    return
  }
  const tail = { id: answer.id, title, starts: series.starts.splice(from), overrides: new Map() }
  for (const [at, each] of series.overrides) {
    if (at < start) continue
    tail.overrides.set(at, each)
    series.overrides.delete(at)
  }
  world.push(tail)
}

async function remove(
  client: Client,
  world: ModelSeries[],
  series: ModelSeries,
  start: number,
  { apply_to }: Step,
): Promise<void> {
  const override = series.overrides.get(start)
  const gone = apply_to === 'this' && override?.deleted === true
  const status = await client.schedules
    .remove({ params: { schedule_id: series.id }, query: { instance_start: iso(start), apply_to } })
    .then(
      () => 200,
      error => error.status,
    )
  assert.equal(status, gone ? 404 : 200)
  if (apply_to === 'this') series.overrides.set(start, { ...override, deleted: true })
  else if (apply_to === 'all' || start === series.starts[0]) world.splice(world.indexOf(series), 1)
  else {
    series.starts.splice(series.starts.indexOf(start))
    for (const at of series.overrides.keys()) if (at >= start) series.overrides.delete(at)
  }
}

interface Seen {
  start: number
  end: number
  title: string
  of: string
  original: number
}

function expected(world: readonly ModelSeries[]): Seen[] {
  return world.flatMap(series =>
    series.starts.flatMap(original => {
      const override = series.overrides.get(original)
      if (override?.deleted) return []
      const [start, end] = override?.span ?? [original, original + HOUR]
      return { start, end, title: override?.title ?? series.title, of: series.id, original }
    }),
  )
}

const inOrder = (items: Seen[]) =>
  items.sort((a, b) => a.start - b.start || a.original - b.original || (a.of < b.of ? -1 : 1))

async function compare(client: Client, world: readonly ModelSeries[]): Promise<void> {
  const windows = [
    [START - 100 * DAY, START + 100 * DAY],
    [START + DAY, START + 3 * DAY],
    [START - 20 * DAY, START - 5 * DAY],
  ] as const
  for (const [from, to] of windows) {
    const query = { start_date: iso(from), end_date: iso(to) }
    const seen = (await client.schedules.list({ query })).map(each => ({
      start: Date.parse(each.start_time),
      end: Date.parse(each.end_time),
      title: each.title,
      of: each.parent_id ?? '',
      original: Date.parse(each.instance_start ?? ''),
    }))
    const wanted = expected(world).filter(each => each.start < to && each.end > from)
    assert.deepEqual(inOrder(seen), inOrder(wanted))
  }
}
