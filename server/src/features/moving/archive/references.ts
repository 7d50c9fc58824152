// Checks the references between archive items, which must not lead outside the archive.

import { parentsFirst } from '../../icalendar/files/parents-first.ts'
import { raised } from '../../planning/todos/tree.ts'
import type { ArchiveProblem, ArchiveRow, ArchiveUnit } from './archive-unit.ts'
import { CONTENT_KINDS, type Kind, parentsOf, type Row, titleOf } from './content.ts'
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

/**
 * Reports and removes items, rows and links that cannot be imported. Returns the remaining items, in the order in which
 * they can be written, and the titles of todos that moved up.
 */
export function keepSound(
  units: Map<string, ArchiveUnit>,
  problems: ArchiveProblem[],
): { units: ArchiveUnit[]; moved: string[] } {
  const report = ({ file, line, row }: ArchiveRow, message: string) =>
    problems.push({ file, line, message, title: titleOf(row) })
  const names = new Set<string>()
  let hasOpenRun = false
  // Referenced kinds come first, so missing items are known before the items that refer to them.
  for (const [key, unit] of units) {
    const [root] = unit.rows
    if (!root) continue
    const fault = missing(root, units) ?? ruleOf(unit, names, hasOpenRun)
    if (fault !== undefined) {
      report(root, fault)
      for (const each of unit.rows.slice(1)) report(each, NO_ITEM)
      units.delete(key)
      continue
    }
    if (unit.kind === 'focus' && root.row['ended_at'] === null) hasOpenRun = true
    const sound: ArchiveRow[] = []
    for (const each of unit.rows) {
      // Looks only at the sound rows, because the tags of a removed exception must be removed too.
      const lacks = each === root ? undefined : (missing(each, units) ?? partFault(sound, each))
      if (lacks === undefined) sound.push(each)
      else report(each, lacks)
    }
    unit.rows = sound
  }
  for (const unit of units.values()) {
    const [root] = unit.rows
    if (!root) continue
    for (const { column, kind } of REFERENCES[root.table] ?? []) {
      const id = root.row[column]
      if (id === null || units.has(`${kind} ${id}`)) continue
      report(root, `${column} names an item that is not in the archive. The link is left out.`)
      root.row[column] = null
    }
  }
  cutTrees(units, report)
  const moved = raiseTodos(units)
  return { units: inOrder(units), moved }
}

/** Puts todos that are too deep below their deepest ancestor that may have subtodos. Returns their titles. */
function raiseTodos(units: ReadonlyMap<string, ArchiveUnit>): string[] {
  const todos = new Map<string, Row>()
  for (const { kind, id, rows } of units.values()) if (kind === 'todo' && rows[0]) todos.set(id, rows[0].row)
  const parents = raised(parentsOf(todos))
  return [...parents].map(([id, parent]) => {
    const row = todos.get(id) ?? {}
    row['parent_id'] = parent
    return titleOf(row) ?? ''
  })
}

/** Referenced kinds come first, and todos after their parents, so that the items can be written in this order. */
function inOrder(units: ReadonlyMap<string, ArchiveUnit>): ArchiveUnit[] {
  return CONTENT_KINDS.flatMap(({ kind }) => {
    const own = [...units.values()].filter(unit => unit.kind === kind)
    if (kind !== 'todo') return own
    return parentsFirst(
      own,
      ({ id }) => id,
      ({ rows }) => rows[0]?.row['parent_id'] as string | null,
    )
  })
}

const missing = ({ table, row }: ArchiveRow, units: ReadonlyMap<string, ArchiveUnit>): string | undefined =>
  (REFERENCES[table] ?? [])
    .filter(({ isRequired, column, kind }) => isRequired && !units.has(`${kind} ${row[column]}`))
    .map(({ column }) => `${column} names an item that is not in the archive.`)[0]

function ruleOf({ kind, rows }: ArchiveUnit, names: Set<string>, hasOpenRun: boolean): string | undefined {
  const row = rows[0]?.row ?? {}
  if (kind === 'focus' && hasOpenRun && row['ended_at'] === null) return 'Another focus run is active.'
  if (kind !== 'tag') return undefined
  const name = `${row['group_id']} ${row['name']}`
  if (names.has(name)) return 'The group already has a tag with this name.'
  names.add(name)
  return undefined
}

function partFault(rows: readonly ArchiveRow[], { table, row }: ArchiveRow): string | undefined {
  const item = rows[0]?.row ?? {}
  if (table === 'schedule_exceptions' && item['recurrence_rule'] === null)
    return 'The schedule does not repeat.'
  if (table === 'schedule_exception_tags' && !hasException(rows, row)) return 'The occurrence has no changes.'
  return table === 'meeting_participants' ? slotFault(item, row) : undefined
}

const hasException = (rows: readonly ArchiveRow[], { original_start }: Row): boolean =>
  rows.some(each => each.table === 'schedule_exceptions' && each.row['original_start'] === original_start)

/** Removes links between todos of different groups, and links that put a todo below itself. */
function cutTrees(
  units: ReadonlyMap<string, ArchiveUnit>,
  report: (row: ArchiveRow, message: string) => void,
): void {
  const todos = new Map<unknown, ArchiveRow>()
  for (const { kind, id, rows } of units.values()) if (kind === 'todo' && rows[0]) todos.set(id, rows[0])
  const cut = (todo: ArchiveRow, message: string) => {
    report(todo, message)
    todo.row['parent_id'] = null
  }
  const sound = new Set<ArchiveRow>()
  for (const todo of todos.values()) {
    const line = new Set<ArchiveRow>()
    let at: ArchiveRow | undefined = todo
    while (at && !sound.has(at) && !line.has(at)) {
      line.add(at)
      const parent = todos.get(at.row['parent_id'])
      if (parent && parent.row['tag_group_id'] !== at.row['tag_group_id'])
        cut(at, 'The todo and its parent have different groups. The link is removed.')
      else if (parent && line.has(parent))
        cut(at, 'A todo cannot be a subtodo of itself. The link is removed.')
      at = todos.get(at.row['parent_id'])
    }
    for (const each of line) sound.add(each)
  }
}
