// Keeps a tree of todos valid in the table `nodes`: every parent exists and has the same group, no todo is below itself,
// and none is too deep. Only the import's own nodes change, and only they can be wrong.
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import { type Row, rowText } from './content.ts'
import { lostLink } from './references.ts'
import { Moved, type Scratch } from './scratch-store.ts'

type Cut = (id: string, message: string) => void

const OTHER_GROUP = 'The todo and its parent have different groups. The link is removed.'
const CIRCLE = 'A todo cannot be a subtodo of itself. The link is removed.'

/** Corrects the trees of the archive itself. Returns the todos that moved up. */
export function keepArchiveTrees(scratch: Scratch): Moved {
  scratch.run(`insert into nodes (id, parent, grp, own) ${OWN_NODES} where u.kind = 'todo'`)
  const moved = keepTrees(scratch, (id, message) => {
    const root = rootOf(scratch, id)
    if (root) scratch.report(root.file, root.line, message, root.row)
  })
  scratch.run('delete from nodes')
  return moved
}

export const OWN_NODES = `select u.id, json_extract(r.text, '$.parent_id'), json_extract(r.text, '$.tag_group_id'), 1
  from units u join rows r on r.nr = u.root`

/** `cut` is told about every link that is removed. */
export function keepTrees(scratch: Scratch, cut: Cut = () => {}): Moved {
  const remove = (id: string, message: string) => {
    cut(id, message)
    scratch.run('update nodes set parent = null, is_changed = 1 where id = ?', id)
  }
  const orphans = scratch.pages(
    `select id from nodes n where own = 1 and id > ? and parent is not null
      and not exists (select 1 from nodes p where p.id = n.parent) order by id`,
    'id',
    '',
  )
  for (const { id } of orphans) remove(String(id), lostLink('parent_id'))
  const strangers = scratch.pages(
    `select n.id from nodes n join nodes p on p.id = n.parent
      where n.own = 1 and n.id > ? and p.grp is not n.grp order by n.id`,
    'id',
    '',
  )
  for (const { id } of strangers) remove(String(id), OTHER_GROUP)
  setLevels(scratch)
  if (breakCircles(scratch, id => remove(id, CIRCLE))) setLevels(scratch)
  const moved = raise(scratch)
  for (const { id } of scratch.pages(
    'select id from nodes where is_changed = 1 and id > ? order by id',
    'id',
    '',
  ))
    saveParent(scratch, String(id))
  return moved
}

/** Sets the level of every node that can be reached from a root. */
function setLevels(scratch: Scratch): void {
  scratch.run(`update nodes set level = 1 where level is null
    and (parent is null or not exists (select 1 from nodes p where p.id = nodes.parent))`)
  for (let level = 1; ; level++) {
    const count = scratch.run(
      `update nodes set level = ? where id in (
        select c.id from nodes p join nodes c on c.parent = p.id where p.level = ? and c.level is null)`,
      level + 1,
      level,
    )
    if (count === 0 && !scratch.get('select 1 from nodes where level > ? limit 1', level)) return
  }
}

/** Nodes without a level are in a circle, or below one. Returns false if there is none. */
function breakCircles(scratch: Scratch, cut: (id: string) => void): boolean {
  let walk = 0
  const lost = scratch.pages('select id from nodes where level is null and id > ? order by id', 'id', '')
  for (const { id } of lost) {
    walk++
    let last: string | undefined
    for (let at = nodeAt(scratch, String(id)); at && at.mark === null; at = nodeAt(scratch, at.parent)) {
      scratch.run('update nodes set mark = ? where id = ?', walk, at.id)
      last = at.own ? at.id : last
      if (at.parent !== null && nodeAt(scratch, at.parent)?.mark === walk && last !== undefined) cut(last)
    }
  }
  return walk > 0
}

function nodeAt(scratch: Scratch, id: string | null) {
  const found = scratch.get('select id, parent, own, mark from nodes where id = ?', id)
  return found as { id: string; parent: string | null; own: number; mark: number | null } | undefined
}

/** Puts todos that are too deep below their deepest ancestor that may have subtodos. */
function raise(scratch: Scratch): Moved {
  const moved = new Moved()
  for (let level = MAX_TODO_LEVELS + 1; ; level++) {
    const above = level === MAX_TODO_LEVELS + 1 ? 'p.parent' : 'p.up'
    const count = scratch.run(
      `update nodes set up = (select ${above} from nodes p where p.id = nodes.parent) where level = ?`,
      level,
    )
    if (count === 0) break
  }
  const deep = scratch.pages(
    'select id from nodes where own = 1 and keeps_level = 0 and up is not null and id > ? order by id',
    'id',
    '',
  )
  for (const { id } of deep) {
    moved.add(rootOf(scratch, String(id))?.row ?? {})
    scratch.run(
      'update nodes set parent = up, level = ?, is_changed = 1 where id = ?',
      MAX_TODO_LEVELS,
      String(id),
    )
  }
  return moved
}

function saveParent(scratch: Scratch, id: string): void {
  const root = rootOf(scratch, id)
  if (!root) return
  const parent_id = scratch.get('select parent from nodes where id = ?', id)?.['parent'] ?? null
  scratch.run('update rows set text = ? where nr = ?', rowText({ ...root.row, parent_id }), root.nr)
}

function rootOf(scratch: Scratch, id: string) {
  const found = scratch.get(
    'select r.nr, r.file, r.line, r.text from units u join rows r on r.nr = u.root where u.key = ?',
    `todo ${id}`,
  )
  if (!found) return undefined
  const { nr, file, line, text } = found
  return {
    ...{ nr: Number(nr), file: String(file), line: Number(line) },
    row: JSON.parse(String(text)) as Row,
  }
}
