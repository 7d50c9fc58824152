import type { Grouping } from '@daymark/contract/reports/time'
import { ALL, NO_SCHEDULE, NO_TODO, UNTAGGED } from '../counting/entry.ts'
import type { Row, Tally } from '../counting/tally.ts'
import type { RowLabel } from '../figures/report.ts'
import type { LabelStore, TagLabel } from './label-store.ts'

const WORDS: Record<string, string> = {
  [UNTAGGED]: 'Untagged',
  [NO_TODO]: 'No todo',
  [NO_SCHEDULE]: 'No schedule',
  [ALL]: 'All',
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export async function labelsOf(
  store: LabelStore,
  by: Grouping,
  tally: Tally,
  tags: readonly TagLabel[],
): Promise<RowLabel[]> {
  if (by === 'weekday') return WEEKDAYS.map((title, day) => ({ key: String(day), title, color: null }))
  if (by === 'hour_of_day') {
    return Array.from({ length: 24 }, (_, hour) => ({
      key: String(hour),
      title: `${String(hour).padStart(2, '0')}:00`,
      color: null,
    }))
  }
  if (by === 'none') return [{ key: ALL, title: 'All', color: null }]
  const keys = [...tally.rows.keys()]
  const named = await namesOf(
    store,
    by,
    keys.filter(key => !(key in WORDS)),
    tags,
  )
  return keys
    .map(key => named.get(key) ?? { key, title: WORDS[key] ?? '', color: null })
    .sort((a, b) => inOrder(tally, a, b))
}

async function namesOf(
  store: LabelStore,
  by: Grouping,
  ids: readonly string[],
  tags: readonly TagLabel[],
): Promise<Map<string, RowLabel>> {
  if (by === 'tag') return byKey(tags.map(({ id, name, color }) => ({ id, title: name, color })))
  if (by === 'tag_group') {
    const groups = await store.groups()
    return byKey(groups.map(({ id, name, color }) => ({ id, title: name, color })))
  }
  return byKey(by === 'todo' ? await store.todos(ids) : await store.schedules(ids))
}

const byKey = (items: readonly { id: string; title: string; color: string | null }[]) =>
  new Map(items.map(({ id, title, color }) => [id, { key: id, title, color }]))

/** Sorts by measured time, then by planned time, largest first. Ties are sorted by title. */
function inOrder({ rows }: Tally, a: RowLabel, b: RowLabel): number {
  const ms = (label: RowLabel, side: keyof Row) => rows.get(label.key)?.[side].sum_ms ?? 0
  const text = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0)
  return (
    ms(b, 'actual') - ms(a, 'actual') ||
    ms(b, 'planned') - ms(a, 'planned') ||
    text(a.title, b.title) ||
    text(a.key, b.key)
  )
}
