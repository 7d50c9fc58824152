// Stores a person's data for the report benchmarks, without HTTP: tags, timers with pauses, and series.
import { writeHistory } from '../../../server/src/features/timers/history.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import type { Storage } from '../../../server/src/platform/storage/unit-of-work.ts'
import { unlogged } from '../../../server/test/support/unlogged.ts'
import { seedSchedules } from './schedule-seed.ts'

const BATCH = 500
const MINUTE = 60_000
const DAY = 86_400_000

export interface ReportSeed {
  owner: string
  tags: number
  timers: number
  /** The timers are spread evenly over this period. */
  from: number
  to: number
  series: number
}

export async function seedReports(storage: Storage, seed: ReportSeed): Promise<void> {
  const tags = await seedTags(storage, seed)
  await seedTimers(storage, seed, tags)
  const rules = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,TH']
  const ids = await seedSchedules(
    storage,
    seed.owner,
    Array.from({ length: seed.series }, (_, at) => {
      const start_time = seed.from - 400 * DAY + ((at * 37) % 1440) * MINUTE
      return {
        start_time,
        end_time: start_time + 60 * MINUTE,
        timezone: 'America/New_York',
        recurrence_rule: rules[at % rules.length] ?? null,
      }
    }),
  )
  await inBatches(storage, seed.owner, ids, (tx, part) =>
    tx.sql
      .insertInto('schedule_tags')
      .values(part.map((schedule_id, at) => ({ schedule_id, tag_id: tags[at % tags.length] ?? '' })))
      .modifyEnd(unlogged)
      .execute(),
  )
}

async function seedTags(storage: Storage, { owner, tags }: ReportSeed): Promise<string[]> {
  const times = { created_at: 0, updated_at: 0, color: '#112233', description: null, owner_id: owner }
  const group_id = newId()
  const ids = Array.from({ length: tags }, () => newId())
  await storage.write([owner], async tx => {
    const group = { id: group_id, name: 'Group', goal_ratios: null, is_todo_group: false, ...times }
    await tx.sql.insertInto('tag_groups').values(group).execute()
    const rows = ids.map((id, at) => ({ id, group_id, name: `Tag ${at}`, ...times }))
    await tx.sql.insertInto('tags').values(rows).execute()
  })
  return ids
}

async function seedTimers(storage: Storage, seed: ReportSeed, tags: readonly string[]): Promise<void> {
  const gap = (seed.to - seed.from) / seed.timers
  const timers = Array.from({ length: seed.timers }, (_, at) => {
    const begin = Math.floor(seed.from + at * gap)
    const [pause, resume, stop] = [
      begin + 20 * MINUTE,
      begin + 25 * MINUTE,
      begin + 50 * MINUTE + (at % 1000),
    ]
    return {
      id: newId(),
      owner_id: seed.owner,
      schedule_id: null,
      todo_id: null,
      title: `Timer ${at}`,
      description: null,
      allocated_duration: 3600,
      status: 'COMPLETED' as const,
      started_at: begin,
      history: writeHistory([
        { action: 'start', at: begin },
        { action: 'pause', at: pause },
        { action: 'resume', at: resume },
        { action: 'stop', at: stop },
      ]),
      corrected_at: null,
      created_at: begin,
      updated_at: stop,
    }
  })
  await inBatches(storage, seed.owner, timers, async (tx, part) => {
    await tx.sql.insertInto('timers').values(part).modifyEnd(unlogged).execute()
    const links = part.map((timer, at) => ({ timer_id: timer.id, tag_id: tags[at % tags.length] ?? '' }))
    await tx.sql.insertInto('timer_tags').values(links).execute()
  })
}

async function inBatches<T>(
  storage: Storage,
  owner: string,
  list: readonly T[],
  write: (tx: Parameters<Parameters<Storage['write']>[1]>[0], part: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH) {
    await storage.write([owner], tx => write(tx, list.slice(at, at + BATCH)))
  }
}
