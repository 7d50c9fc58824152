// Stores a person's items for the search benchmark, without HTTP: todos, schedules and timers with English and Korean
// texts.
import { newTodo, ranksOf } from '../../../server/src/features/planning/todos/todo.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import { itemTextStore } from '../../../server/src/platform/storage/search/item-texts.ts'
import type { Storage, Tx } from '../../../server/src/platform/storage/unit-of-work.ts'
import { unlogged } from '../../../server/test/support/unlogged.ts'

const BATCH = 500
const DAY = 86_400_000
const FIRST = Date.UTC(2021, 0, 1)

const VERBS = ['Write', 'Review', 'Plan', 'Call', 'Prepare', 'Send', 'Read', 'Fix', 'Discuss', 'Check']
const THINGS = [
  'report',
  'budget',
  'invoice',
  'slides',
  'contract',
  'release notes',
  'garden',
  'trip',
  'website',
]
const KOREAN = [
  '주간 회의',
  '보고서 작성',
  '예산 검토',
  '운동',
  '장보기',
  '자료 정리',
  '면접 준비',
  '여행 계획',
]
const NOTE =
  'Ask Anna for the latest figures before the deadline, and compare them with last year. 자세한 내용은 공유 폴더에.'

const titleOf = (at: number): string =>
  at % 4 === 0
    ? `${KOREAN[(at * 7) % KOREAN.length]} ${at}`
    : `${VERBS[at % VERBS.length]} the ${THINGS[(at * 13) % THINGS.length]} ${at}`

const textsOf = (at: number) => ({ title: titleOf(at), description: at % 2 === 0 ? NOTE : null })

/** Half of the items are todos, a third are schedules, and the rest are timers. They are spread over five years. */
export async function seedSearch(storage: Storage, owner: string, items: number): Promise<void> {
  const group = newId()
  const times = (at: number) => {
    const created_at = FIRST + Math.floor((at / items) * 5 * 365 * DAY)
    return { created_at, updated_at: created_at }
  }
  await storage.write([owner], async tx => {
    const row = {
      id: group,
      owner_id: owner,
      name: 'G',
      color: '#112233',
      description: null,
      goal_ratios: null,
    }
    await tx.sql
      .insertInto('tag_groups')
      .values({ ...row, is_todo_group: true, ...times(0) })
      .execute()
  })
  const base = (at: number) => ({ id: newId(), owner_id: owner, ...textsOf(at), ...times(at) })
  for (let from = 0; from < items; from += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, items - from) }, (_, i) => from + i)
    await storage.write([owner], async tx => {
      const part = (some: number[]) => places.filter(at => some.includes(at % 6))
      await insertTodos(tx, group, part([0, 1, 2]).map(base))
      await insertSchedules(tx, part([3, 4]).map(base))
      await insertTimers(tx, part([5]).map(base))
    })
  }
  await storage.write([owner], tx => itemTextStore(tx).fill())
}

interface Item {
  id: string
  owner_id: string
  title: string
  description: string | null
  created_at: number
  updated_at: number
}

async function insertTodos(tx: Tx, tag_group_id: string, items: readonly Item[]): Promise<void> {
  const rows = items.map(item => {
    const todo = newTodo({ ...item, tag_group_id })
    return { ...todo, ...ranksOf(todo) }
  })
  await tx.sql.insertInto('todos').values(rows).modifyEnd(unlogged).execute()
}

async function insertSchedules(tx: Tx, items: readonly Item[]): Promise<void> {
  const rows = items.map(item => {
    const [start_time, end_time] = [item.created_at + DAY, item.created_at + DAY + 3_600_000]
    const range = { range_start: start_time, range_end: end_time, range_class: 1 }
    const single = { all_day: false, timezone: 'UTC', recurrence_rule: null, recurrence_end: null }
    return {
      ...item,
      ...single,
      ...range,
      start_time,
      end_time,
      source_todo_id: null,
      state: 'PLANNED' as const,
    }
  })
  await tx.sql.insertInto('schedules').values(rows).modifyEnd(unlogged).execute()
}

async function insertTimers(tx: Tx, items: readonly Item[]): Promise<void> {
  const rows = items.map(item => ({
    ...item,
    ...{ schedule_id: null, todo_id: null, allocated_duration: 3600, status: 'COMPLETED' as const },
    ...{ started_at: item.created_at, corrected_at: null },
    history: JSON.stringify([
      ['start', item.created_at],
      ['stop', item.created_at + 1_800_000],
    ]),
  }))
  await tx.sql.insertInto('timers').values(rows).modifyEnd(unlogged).execute()
}
