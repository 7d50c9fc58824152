// Stores what a comparison with the archive needs of the items that the person has.
import { changedAt, idOf, nextDigest, ownerOf, type Row, rootKind, rowText } from './content.ts'
import type { Scratch } from './scratch-store.ts'

/** The rows of the person come as an export would contain them. */
export function addExisting(scratch: Scratch, table: string, row: Row): void {
  const kind = rootKind(table)
  const text = rowText(row)
  if (kind) {
    const id = idOf(kind, row)
    scratch.run(
      'insert into existing values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)',
      ...[`${kind} ${id}`, kind, id, changedAt(row), nextDigest('', table, text)],
      ...[textIn(row, 'parent_id'), textIn(row, 'tag_group_id') ?? textIn(row, 'group_id')],
      kind === 'tag' ? textIn(row, 'name') : null,
      kind === 'preferences' ? text : null,
    )
    return
  }
  const owner = ownerOf(
    table,
    row,
    id => scratch.get('select key from existing_sharings where id = ?', id)?.['key'] as string | undefined,
  )
  const unit =
    owner === undefined ? undefined : scratch.get('select digest from existing where key = ?', owner)
  if (!unit || owner === undefined) return
  if (table === 'visibility')
    scratch.run('insert or ignore into existing_sharings values (?, ?)', String(row['id']), owner)
  const digest = nextDigest(String(unit['digest']), table, text)
  scratch.run('update existing set digest = ? where key = ?', digest, owner)
}

const textIn = (row: Row, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}
