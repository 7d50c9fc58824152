// Checks the references between archive items, which must not lead outside the archive.

import { type Kind, type Row, rowText } from './content.ts'
import type { Scratch } from './scratch-store.ts'
import { slotFault } from './slots.ts'

export const NO_ITEM = 'The row belongs to an item that is not imported.'

interface Reference {
  column: string
  kind: Kind
  /**
   * True if the row cannot exist without the item that it refers to. Otherwise, the row is imported without the broken
   * link.
   */
  isRequired?: true
}

const REFERENCES: Readonly<Record<string, readonly Reference[]>> = {
  tags: [{ column: 'group_id', kind: 'tag_group', isRequired: true }],
  todos: [
    { column: 'tag_group_id', kind: 'tag_group', isRequired: true },
    { column: 'parent_id', kind: 'todo' },
  ],
  schedules: [{ column: 'source_todo_id', kind: 'todo' }],
  timers: [
    { column: 'todo_id', kind: 'todo' },
    { column: 'schedule_id', kind: 'schedule' },
  ],
  focus_runs: [{ column: 'todo_id', kind: 'todo' }],
  meetings: [{ column: 'confirmed_schedule_id', kind: 'schedule' }],
  preferences: [{ column: 'default_tag_group_id', kind: 'tag_group' }],
  todo_tags: [{ column: 'tag_id', kind: 'tag', isRequired: true }],
  schedule_tags: [{ column: 'tag_id', kind: 'tag', isRequired: true }],
  schedule_exception_tags: [{ column: 'tag_id', kind: 'tag', isRequired: true }],
  timer_tags: [{ column: 'tag_id', kind: 'tag', isRequired: true }],
}

/** A row of the archive. */
interface Stored {
  nr: number
  table: string
  file: string
  line: number
  row: Row
}

/** Reports and removes items, rows and links that cannot be imported, except links between todos. */
export function keepSound(scratch: Scratch): void {
  let hasOpenRun = false
  // Referenced kinds come first, so missing items are known before the items that refer to them.
  for (const { nr, kind } of scratch.pages('select nr, kind from units where nr > ? order by nr', 'nr')) {
    const [root, ...parts] = rowsOf(scratch, Number(nr))
    if (!root) continue
    const fault = missing(scratch, root) ?? ruleOf(scratch, kind as Kind, root.row, hasOpenRun)
    if (fault !== undefined) {
      scratch.report(root.file, root.line, fault, root.row)
      for (const each of parts) scratch.report(each.file, each.line, NO_ITEM, each.row)
      scratch.run('delete from units where nr = ?', Number(nr))
      scratch.run('delete from rows where unit = ?', Number(nr))
      continue
    }
    if (kind === 'focus' && root.row['ended_at'] === null) hasOpenRun = true
    removeUnsound(scratch, root, parts)
    cutLinks(scratch, root)
  }
}

function rowsOf(scratch: Scratch, unit: number): Stored[] {
  const found = scratch.all('select nr, name, file, line, text from rows where unit = ? order by nr', unit)
  return found.map(({ nr, name, file, line, text }) => ({
    ...{ nr: Number(nr), table: String(name), file: String(file), line: Number(line) },
    row: JSON.parse(String(text)) as Row,
  }))
}

function removeUnsound(scratch: Scratch, root: Stored, parts: readonly Stored[]): void {
  /** The changed occurrences that are sound, because the tags of a removed one must be removed too. */
  const occurrences = new Set<unknown>()
  for (const each of parts) {
    const fault = missing(scratch, each) ?? partFault(root.row, occurrences, each)
    if (fault === undefined) {
      if (each.table === 'schedule_exceptions') occurrences.add(each.row['original_start'])
      continue
    }
    scratch.report(each.file, each.line, fault, each.row)
    scratch.run('delete from rows where nr = ?', each.nr)
  }
}

function cutLinks(scratch: Scratch, root: Stored): void {
  for (const { column, kind, isRequired } of REFERENCES[root.table] ?? []) {
    const id = root.row[column]
    // The parents of todos are checked when all todos are known.
    if (isRequired || id === null || column === 'parent_id' || has(scratch, kind, id)) continue
    scratch.report(root.file, root.line, lostLink(column), root.row)
    root.row[column] = null
    scratch.run('update rows set text = ? where nr = ?', rowText(root.row), root.nr)
  }
}

export const lostLink = (column: string): string =>
  `${column} names an item that is not in the archive. The link is left out.`

const has = (scratch: Scratch, kind: Kind, id: unknown): boolean =>
  scratch.get('select 1 from units where key = ?', `${kind} ${id}`) !== undefined

const missing = (scratch: Scratch, { table, row }: Stored): string | undefined =>
  (REFERENCES[table] ?? [])
    .filter(({ isRequired, column, kind }) => isRequired && !has(scratch, kind, row[column]))
    .map(({ column }) => `${column} names an item that is not in the archive.`)[0]

function ruleOf(scratch: Scratch, kind: Kind, row: Row, hasOpenRun: boolean): string | undefined {
  if (kind === 'focus' && hasOpenRun && row['ended_at'] === null) return 'Another focus run is active.'
  if (kind !== 'tag') return undefined
  const isNew = scratch.run('insert or ignore into names values (?)', `${row['group_id']} ${row['name']}`)
  return isNew === 0 ? 'The group already has a tag with this name.' : undefined
}

function partFault(item: Row, occurrences: ReadonlySet<unknown>, { table, row }: Stored): string | undefined {
  if (table === 'schedule_exceptions' && item['recurrence_rule'] === null)
    return 'The schedule does not repeat.'
  if (table === 'schedule_exception_tags' && !occurrences.has(row['original_start']))
    return 'The occurrence has no changes.'
  return table === 'meeting_participants' ? slotFault(item, row) : undefined
}
