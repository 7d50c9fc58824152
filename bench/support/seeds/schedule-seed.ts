// Stores calendar entries without HTTP. Also measures requests in process: median elapsed time and CPU time.

import { newSchedule, type Schedule } from '../../../server/src/features/planning/schedules/schedule.ts'
import { scheduleStore } from '../../../server/src/features/planning/schedules/store.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import type { Storage } from '../../../server/src/platform/storage/unit-of-work.ts'
import type { TestApp } from '../../../server/test/support/app.ts'
import { median } from '../load.ts'

const BATCH = 2_000

export type Draft = Pick<Schedule, 'start_time' | 'end_time'> & Partial<Schedule>

export async function seedSchedules(
  storage: Storage,
  owner_id: string,
  drafts: readonly Draft[],
): Promise<string[]> {
  const rows = drafts.map((draft, at) =>
    newSchedule({
      id: newId(),
      owner_id,
      title: `Schedule ${at}`,
      description: at % 3 === 0 ? 'What there is to say about it, in one line.' : null,
      created_at: Date.UTC(2026, 0, 1),
      ...draft,
    }),
  )
  for (let at = 0; at < rows.length; at += BATCH) {
    await storage.write([owner_id], async tx => {
      for (const row of rows.slice(at, at + BATCH)) await scheduleStore(tx).insert(row)
    })
  }
  return rows.map(row => row.id)
}

export interface Scenario {
  name: string
  path: string
  token: string
  /** `POST` with a body and `GET` without one, by default. */
  method?: string
  body?: object
}

export interface Timing {
  wall: number
  cpu: number
  bytes: number
}

/** Other load on a busy machine affects the median, so `best` is the better measure there. */
export interface Summary extends Timing {
  best: number
}

async function once(server: TestApp, { path, token, body, ...given }: Scenario): Promise<Timing> {
  const { method = body ? 'POST' : 'GET' } = given
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const before = process.cpuUsage()
  const start = performance.now()
  const response = await server.fetch(path, {
    ...{ headers, method },
    ...(body && { body: JSON.stringify(body) }),
  })
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  const text = await response.text()
  if (response.status !== 200 || text.includes('"errors":['))
    throw new Error(`${path}: ${text.slice(0, 200)}`)
  return { wall, cpu: (user + system) / 1000, bytes: text.length }
}

/** Measures all scenarios in interleaved rounds, so that other load affects them equally. */
export async function timeAll(
  server: TestApp,
  scenarios: readonly Scenario[],
  rounds: number,
): Promise<Map<string, Summary>> {
  const seen = new Map<string, Timing[]>(scenarios.map(each => [each.name, []]))
  for (const scenario of scenarios) for (let warm = 0; warm < 5; warm++) await once(server, scenario)
  for (let round = 0; round < rounds; round++) {
    for (const scenario of scenarios) seen.get(scenario.name)?.push(await once(server, scenario))
  }
  return new Map(
    [...seen].map(([name, timings]) => [
      name,
      {
        wall: median(timings.map(each => each.wall)),
        best: Math.min(...timings.map(each => each.wall)),
        cpu: median(timings.map(each => each.cpu)),
        bytes: timings[0]?.bytes ?? 0,
      },
    ]),
  )
}
