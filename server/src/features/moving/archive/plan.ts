// Decides which items an archive import creates, updates, moves or deletes.
import type { ArchiveMode } from '@daymark/contract/moving/archive-import'
import { nextDigest, type Row, rowText } from './content.ts'
import type { Moved, Scratch } from './scratch-store.ts'
import { keepTrees, OWN_NODES } from './trees.ts'

/** Returns the todos that would be too deep below the person's own todos. */
export function planImport(scratch: Scratch, mode: ArchiveMode): Moved {
  if (mode === 'merge') keepPreferences(scratch)
  setDigests(scratch)
  scratch.run(
    `update units set outcome = (
      select case when e.digest = units.digest then 'unchanged'
        when ? = 'replace' or e.kind = 'preferences' or units.updated_at > e.updated_at then 'updated'
        else 'unchanged' end
      from existing e where e.key = units.key)`,
    mode,
  )
  scratch.run("update units set outcome = 'created' where outcome is null")
  if (mode === 'replace')
    scratch.run(`update existing set is_deleted = 1
      where kind <> 'preferences' and not exists (select 1 from units u where u.key = existing.key)`)
  return moveTodos(scratch)
}

/** Keeps the preferences that the person has set, and takes only the others from the archive. */
function keepPreferences(scratch: Scratch): void {
  const found = scratch.get(`select r.nr, r.text, e.preferences
    from units u join rows r on r.nr = u.root join existing e on e.key = u.key where u.kind = 'preferences'`)
  if (!found) return
  const own = JSON.parse(String(found['preferences'])) as Row
  const set = Object.entries(own).filter(([, value]) => value !== null && value !== undefined)
  const row = { ...(JSON.parse(String(found['text'])) as Row), ...Object.fromEntries(set) }
  scratch.run('update rows set text = ? where nr = ?', rowText(row), Number(found['nr']))
}

function setDigests(scratch: Scratch): void {
  for (const { nr } of scratch.pages('select nr from units where nr > ? order by nr', 'nr')) {
    let digest = ''
    for (const row of scratch.all('select name, text from rows where unit = ? order by nr', Number(nr)))
      digest = nextDigest(digest, String(row['name']), String(row['text']))
    scratch.run('update units set digest = ? where nr = ?', digest, Number(nr))
  }
}

/**
 * Keeps the trees of todos valid, because todos may have been moved after the archive was written. A todo loses its
 * parent if the parent is missing, in another group or below the todo.
 */
function moveTodos(scratch: Scratch): Moved {
  scratch.run(
    `insert into nodes (id, parent, grp, own) ${OWN_NODES} where u.kind = 'todo' and u.outcome <> 'unchanged'`,
  )
  // Deeper trees of earlier versions stay as they are.
  scratch.run(`update nodes set keeps_level = exists (
    select 1 from existing e where e.key = 'todo ' || nodes.id and e.parent is nodes.parent)`)
  scratch.run(`insert into nodes (id, parent, grp, own) select id, parent, grp, 0 from existing e
    where kind = 'todo' and is_deleted = 0 and not exists (select 1 from nodes n where n.id = e.id)`)
  followParents(scratch)
  return keepTrees(scratch)
}

/** Subtodos that the import does not write follow their parent to its new group. Their `turn` is above 0. */
function followParents(scratch: Scratch): void {
  scratch.run('update nodes set turn = 0 where own = 1')
  for (let turn = 0; ; turn++) {
    const count = scratch.run(
      `update nodes set turn = ?, grp = (select p.grp from nodes p where p.id = nodes.parent)
        where id in (select c.id from nodes p join nodes c on c.parent = p.id
          where p.turn = ? and c.turn is null and c.grp is not p.grp)`,
      turn + 1,
      turn,
    )
    if (count === 0) return
  }
}
