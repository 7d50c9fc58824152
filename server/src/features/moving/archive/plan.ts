// Decides which items an archive import creates, updates, moves or deletes.
import { createHash } from 'node:crypto'
import type { ArchiveMode } from '@daymark/contract/moving/archive-import'
import { raised } from '../../planning/todos/tree.ts'
import type { ArchiveUnit } from './archive-unit.ts'
import { type Kind, nextDigest, parentsOf, type Row, rowText, titleOf } from './content.ts'

/** An item that the person already has. */
export interface Existing {
  kind: Kind
  id: string
  updated_at: number
  digest: string
  row: Row
}

export type Outcome = 'created' | 'updated' | 'unchanged'

export interface ArchivePlan {
  written: { unit: ArchiveUnit; outcome: 'created' | 'updated' }[]
  unchanged: Map<Kind, number>
  /** The person's items, except preferences, that the archive does not contain. Empty unless the mode is `replace`. */
  deleted: Existing[]
  /** Todos that the import does not write, except that they follow an imported ancestor to its new group. */
  moved: { id: string; tag_group_id: unknown }[]
  /** The titles of written todos that would be too deep below the person's own todos. */
  raised: string[]
}

export type Units = ReadonlyMap<string, Existing>

export const keyOf = ({ kind, id }: { kind: Kind; id: string }): string => `${kind} ${id}`

/**
 * Maps ids that rows of other people already have to new ids. The same archive gets the same new ids again, so that
 * importing it twice changes nothing.
 */
export function replacedIds(ownerId: string, taken: ReadonlySet<string>): Map<string, string> {
  return new Map([...taken].map(id => [id, derivedId(`${ownerId} ${id}`)]))
}

/** Derives a version 8 UUID from the hash of `name`. */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Keeps only what a plan needs, so that the items of a large archive fit into memory: ids, names, parents and groups.
 * Preferences stay whole.
 */
export function slim(unit: ArchiveUnit): ArchiveUnit {
  if (unit.kind === 'preferences') return unit
  const rows = unit.rows.flatMap((each, at) => {
    if (at > 0 && !('id' in each.row)) return []
    const { id, group_id, tag_group_id, parent_id, name, title } = each.row
    const row = at > 0 ? { id } : { id, group_id, tag_group_id, parent_id, name, title }
    return [{ ...each, row }]
  })
  return { ...unit, rows }
}

/** Replaces ids wherever they occur, including lists and links inside texts. */
export function withIds(unit: ArchiveUnit, ids: ReadonlyMap<string, string>): ArchiveUnit {
  const text = JSON.stringify(unit.rows)
  const replaced = text.replace(ID, id => ids.get(id) ?? id)
  if (replaced === text) return unit
  const rows = JSON.parse(replaced) as ArchiveUnit['rows']
  const digest = rows.reduce((before, { table, row }) => nextDigest(before, table, rowText(row)), '')
  return { ...unit, id: ids.get(unit.id) ?? unit.id, rows, digest }
}

/** Finds archive tags that the person has under another id, with the same name in the same group. */
export function sameTags(units: readonly ArchiveUnit[], existing: Units): Map<string, string> {
  const names = new Map<string, string>()
  for (const { kind, id, row } of existing.values())
    if (kind === 'tag') names.set(`${row['group_id']} ${row['name']}`, id)
  const same = new Map<string, string>()
  for (const { kind, id, rows } of units) {
    const row = rows[0]?.row
    const known = kind === 'tag' && row ? names.get(`${row['group_id']} ${row['name']}`) : undefined
    if (known !== undefined && known !== id && !existing.has(`tag ${id}`)) same.set(id, known)
  }
  return same
}

export function planImport(units: readonly ArchiveUnit[], existing: Units, mode: ArchiveMode): ArchivePlan {
  const plan: ArchivePlan = { written: [], unchanged: new Map(), deleted: [], moved: [], raised: [] }
  const named = new Set<string>()
  for (const unit of units) {
    const before = existing.get(keyOf(unit))
    named.add(keyOf(unit))
    const wanted = before && mode === 'merge' && unit.kind === 'preferences' ? filled(unit, before) : unit
    const outcome = outcomeOf(wanted, before, mode)
    if (outcome === 'unchanged') plan.unchanged.set(unit.kind, (plan.unchanged.get(unit.kind) ?? 0) + 1)
    else plan.written.push({ unit: wanted, outcome })
  }
  if (mode === 'replace')
    plan.deleted = [...existing.values()].filter(
      each => !named.has(keyOf(each)) && each.kind !== 'preferences',
    )
  keepTrees(plan, existing)
  keepLevels(plan, existing)
  const kept = plan.moved.filter(({ id }) => named.has(`todo ${id}`)).length
  if (kept > 0) plan.unchanged.set('todo', (plan.unchanged.get('todo') ?? 0) - kept)
  return plan
}

function outcomeOf(unit: ArchiveUnit, before: Existing | undefined, mode: ArchiveMode): Outcome {
  if (!before) return 'created'
  if (before.digest === unit.digest) return 'unchanged'
  if (mode === 'replace' || unit.kind === 'preferences') return 'updated'
  return unit.updated_at > before.updated_at ? 'updated' : 'unchanged'
}

/** Keeps the preferences that the person has set, and takes only the others from the archive. */
function filled(unit: ArchiveUnit, before: Existing): ArchiveUnit {
  const [root] = unit.rows
  if (!root) return unit
  const set = Object.entries(before.row).filter(([, value]) => value !== null && value !== undefined)
  const row = { ...root.row, ...Object.fromEntries(set) }
  const digest = nextDigest('', root.table, rowText(row))
  return { ...unit, digest, rows: [{ ...root, row }] }
}

/**
 * Keeps the trees of todos valid, because todos may have been moved after the archive was written. Subtodos that the
 * import does not write follow their parent to its new group. A todo loses its parent if the parent is missing, in
 * another group or below the todo.
 */
function keepTrees(plan: ArchivePlan, existing: Units): void {
  const changed = new Map(
    plan.written.flatMap(({ unit }) =>
      unit.kind === 'todo' && unit.rows[0] ? [[unit.id, unit.rows[0].row]] : [],
    ),
  )
  const deleted = new Set(plan.deleted.map(keyOf))
  const kept = [...existing.values()].filter(
    each => each.kind === 'todo' && !changed.has(each.id) && !deleted.has(keyOf(each)),
  )
  plan.moved = followers(changed, kept)
  const moved = new Map(plan.moved.map(({ id, tag_group_id }) => [id, tag_group_id]))
  const todo = (id: unknown): Row | undefined => {
    const row = changed.get(String(id)) ?? existing.get(`todo ${id}`)?.row
    return row && moved.has(String(id)) ? { ...row, tag_group_id: moved.get(String(id)) } : row
  }
  const sound = new Set<unknown>()
  for (const [id, row] of changed) {
    const line = new Set<unknown>([id])
    let at = row
    while (at['parent_id'] !== null && at['parent_id'] !== undefined && !sound.has(at['parent_id'])) {
      const parent = todo(at['parent_id'])
      if (!parent || parent['tag_group_id'] !== at['tag_group_id'] || line.has(at['parent_id'])) {
        // Never clears the parent of an existing todo that the import does not write. Clears the parent of `row`
        // instead.
        if (changed.has(String([...line].at(-1)))) at['parent_id'] = null
        else row['parent_id'] = null
        break
      }
      line.add(at['parent_id'])
      at = parent
    }
    for (const each of line) sound.add(each)
  }
}

/** Puts todos that would be too deep below their deepest ancestor that may have subtodos. */
function keepLevels(plan: ArchivePlan, existing: Units): void {
  const rows = new Map<string, Row>()
  for (const { kind, id, row } of existing.values()) if (kind === 'todo') rows.set(id, row)
  for (const { id, kind } of plan.deleted) if (kind === 'todo') rows.delete(id)
  const written = new Map<string, Row>()
  for (const { unit } of plan.written)
    if (unit.kind === 'todo' && unit.rows[0]) written.set(unit.id, unit.rows[0].row)
  for (const [id, row] of written) rows.set(id, row)
  for (const [id, parent] of raised(parentsOf(rows))) {
    const row = written.get(id)
    // Deeper trees of earlier versions stay as they are.
    if (!row || existing.get(`todo ${id}`)?.row['parent_id'] === row['parent_id']) continue
    row['parent_id'] = parent
    plan.raised.push(titleOf(row) ?? '')
  }
}

/** Finds descendants that the import does not write, but that must follow a todo to its new group. */
function followers(changed: ReadonlyMap<string, Row>, kept: readonly Existing[]): ArchivePlan['moved'] {
  const children = Map.groupBy(kept, ({ row }) => row['parent_id'])
  const moved = [...changed].map(([id, { tag_group_id }]) => ({ id, tag_group_id }))
  // The loop also visits the todos that it adds to `moved`.
  for (const { id: parent, tag_group_id } of moved)
    for (const { id, row } of children.get(parent) ?? [])
      if (row['tag_group_id'] !== tag_group_id) moved.push({ id, tag_group_id })
  return moved.slice(changed.size)
}
