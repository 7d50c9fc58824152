// Deletes, writes and moves rows in bulk, as the import of an archive needs. The change log records this as usual.
import { type RowWriter, rowName, rowWriter } from '../../../platform/changes/row-writer.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { objectStore, type StoredObject } from '../../icalendar/objects/store.ts'
import { newSchedule, rangeOf, type Span } from '../../planning/schedules/schedule.ts'
import { ranksOf } from '../../planning/todos/todo.ts'
import type { ArchiveRow, ArchiveUnit } from './archive-unit.ts'
import { CONTENT_KINDS, type ContentKind, type Row, SHARING_LISTS } from './content.ts'
import { objectNames } from './content-store.ts'
import type { ArchiveWrite } from './exchange.ts'

/** Called with the number of items that have been deleted, written or moved so far. */
type Report = (done: number) => void

export async function applyWrites(
  tx: Tx,
  ownerId: string,
  writes: readonly ArchiveWrite[],
  report: Report = () => {},
): Promise<void> {
  const writer = rowWriter(tx)
  const breathe = pauses()
  let done = 0
  for (const some of alike(writes)) {
    await apply(tx, writer, ownerId, some)
    done += some.length
    report(done)
    await breathe()
  }
}

/** Divides the writes into parts that one statement can write. */
function* alike(writes: readonly ArchiveWrite[]): Generator<readonly [ArchiveWrite, ...ArchiveWrite[]]> {
  let from = 0
  while (from < writes.length) {
    const first = writes[from]
    if (!first) return
    let to = from + 1
    const isAlike = (each: ArchiveWrite | undefined) => each?.do === first.do && each.kind === first.kind
    while (to - from < ITEMS_AT_ONCE && isAlike(writes[to])) to++
    yield [first, ...writes.slice(from + 1, to)]
    from = to
  }
}

async function apply(
  tx: Tx,
  writer: RowWriter,
  ownerId: string,
  writes: readonly [ArchiveWrite, ...ArchiveWrite[]],
): Promise<void> {
  const [first] = writes
  const kind = CONTENT_KINDS.find(each => each.kind === first.kind)
  if (!kind) return
  const ids = writes.flatMap(each => ('id' in each ? [each.id] : []))
  if (first.do === 'delete') return remove(writer, kind, ids)
  if (first.do === 'move')
    return writer.update(
      'todos',
      writes.flatMap(each =>
        each.do === 'move' ? [{ key: { id: each.id }, values: { tag_group_id: each.tag_group_id } }] : [],
      ),
    )
  const units = writes.flatMap(each => ('unit' in each ? [each.unit] : []))
  await save(tx, writer, kind, units, { ownerId, isNew: first.do === 'create' })
}

/** A small number, because an item may have many kilobytes of text. */
const ITEMS_AT_ONCE = 50

interface Saving {
  ownerId: string
  isNew: boolean
}

async function save(
  tx: Tx,
  writer: RowWriter,
  { table, parts }: ContentKind,
  units: readonly ArchiveUnit[],
  { ownerId, isNew }: Saving,
): Promise<void> {
  const roots = units.map(unit => rootRow(unit, ownerId)).filter(row => row !== undefined)
  if (isNew)
    await writer.insert(
      table,
      roots.map(row => ({ ...row, version: 0 })),
    )
  else
    await writer.update(
      table,
      roots.map(({ id, ...values }) => ({ key: { id }, values })),
    )
  for (const [part, column] of Object.entries(parts)) {
    const rows = rowsOf(units, part, ownerId)
    if (part === 'calendar_objects') await saveObjects(tx, rows, ownerId)
    else if (part in OWN_COLUMNS) await savePart(writer, part, column, units, rows, ownerId)
    else {
      // Replacing all rows is safe, because the change log records only the differences.
      if (!isNew) await writer.removeOf(part, column, idsOf(units))
      for (const slice of slicesOf(rows)) await writer.insert(part, slice)
    }
  }
}

/** Tables in which other people may have rows with the same item id, and the column that names the person. */
const OWN_COLUMNS: Readonly<Record<string, string>> = {
  visibility: 'owner_id',
  meeting_participants: 'user_id',
}

async function savePart(
  writer: RowWriter,
  part: string,
  column: string,
  units: readonly ArchiveUnit[],
  rows: readonly Row[],
  ownerId: string,
): Promise<void> {
  const ids = rows.map(row => String(row['id']))
  await writer.removeOf(part, column, idsOf(units), { ids, only: [OWN_COLUMNS[part] ?? '', ownerId] })
  const known = await writer.read(
    part,
    ids.map(id => ({ id })),
  )
  const isKnown = (row: Row) => known.has(rowName(part, row))
  await writer.insert(
    part,
    rows.filter(row => !isKnown(row)),
  )
  await writer.update(
    part,
    rows.filter(isKnown).map(({ id, ...values }) => ({ key: { id }, values })),
  )
  if (part !== 'visibility') return
  for (const list of SHARING_LISTS) {
    if (known.size > 0) await writer.removeOf(list, 'visibility_id', ids)
    for (const slice of slicesOf(rowsOf(units, list, ownerId))) await writer.insert(list, slice)
  }
}

const idsOf = (units: readonly { id: string }[]): string[] => units.map(({ id }) => id)

const rowsOf = (units: readonly ArchiveUnit[], part: string, ownerId: string): Row[] =>
  units.flatMap(unit =>
    unit.rows.flatMap(each => (each.table === part ? [partRow(each, unit, ownerId)] : [])),
  )

async function saveObjects(tx: Tx, rows: readonly Row[], owner_id: string): Promise<void> {
  const names = await objectNames(tx, owner_id, rows)
  for (const row of rows) {
    const object = { ...row, owner_id } as unknown as StoredObject
    const keys = [`uid ${object.kind} ${object.uid}`, `name ${object.kind} ${object.name}`]
    // Skips the object, because calendar apps cannot distinguish two objects with the same name or UID.
    if (keys.some(key => (names.get(key) ?? object.resource_id) !== object.resource_id)) continue
    for (const key of keys) names.set(key, object.resource_id)
    await objectStore(tx).save(object)
  }
}

/** Adds the columns that archives omit, except `version`. Returns undefined if the item has no rows. */
function rootRow({ kind, rows }: ArchiveUnit, owner_id: string): Row | undefined {
  const row = rows[0]?.row
  if (!row) return undefined
  const sharing = rows.find(({ table }) => table === 'visibility')?.row['level'] ?? 'private'
  const level = rows.length > 0 && SHAREABLE.has(kind) ? { level: sharing } : {}
  const own = { ...row, owner_id, ...level }
  if (kind === 'preferences') return { ...own, id: owner_id }
  if (kind === 'todo') return { ...own, ...ranksOf(row as never) }
  if (kind !== 'schedule') return own
  const schedule = newSchedule({ ...row, all_day: row['all_day'] === 1 } as never)
  return { ...own, ...rangeOf(schedule, movedSpan(rows)) }
}

const SHAREABLE = new Set<string>(['todo', 'schedule', 'timer', 'meeting'])

function movedSpan(rows: readonly ArchiveRow[]): Span | null {
  const moved = rows.flatMap(({ table, row }) =>
    table === 'schedule_exceptions' && row['start_time'] !== null && row['deleted'] === 0
      ? [{ start_time: Number(row['start_time']), end_time: Number(row['end_time']) }]
      : [],
  )
  if (moved.length === 0) return null
  return moved.reduce((all, each) => ({
    start_time: Math.min(all.start_time, each.start_time),
    end_time: Math.max(all.end_time, each.end_time),
  }))
}

function partRow({ table, row }: ArchiveRow, { kind, id, rows }: ArchiveUnit, owner_id: string): Row {
  if (table === 'schedule_exceptions') return { ...row, all_day: rows[0]?.row['all_day'] }
  if (table === 'meeting_participants') return { ...row, user_id: owner_id }
  if (table === 'visibility') return { ...row, owner_id }
  return SHARING_LISTS.some(name => name === table) ? { ...row, resource_type: kind, resource_id: id } : row
}

async function remove(writer: RowWriter, kind: ContentKind, ids: readonly string[]): Promise<void> {
  // Deletes the visibility explicitly, because no foreign key does.
  if (SHAREABLE.has(kind.kind)) await writer.removeOf('visibility', 'resource_id', ids)
  await writer.remove(
    kind.table,
    ids.map(id => ({ id })),
  )
}
