// Replaces ids in an archive: those that other people's rows have, and those of tags that the person has under another
// id.
import { derivedId } from './derived-id.ts'
import { type ArchiveQuestion, TABLES_WITH_IDS } from './exchange.ts'
import type { Scratch } from './scratch-store.ts'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const IDS_PER_QUESTION = 1_000

/**
 * Chooses new ids for those that other people's rows have. The same archive gets the same new ids again, so that
 * importing it twice changes nothing.
 */
export function replaceTaken(
  scratch: Scratch,
  ownerId: string,
  ask: (question: ArchiveQuestion) => Iterable<unknown>,
): void {
  for (const { table } of TABLES_WITH_IDS) {
    let ids: string[] = []
    const flush = () => {
      if (ids.length === 0) return
      for (const id of [...ask({ ids, of: table })].flat() as string[])
        scratch.run('insert or ignore into new_ids values (?, ?)', id, derivedId(`${ownerId} ${id}`))
      ids = []
    }
    for (const { id } of scratch.each('select id from rows where name = ? and id is not null', table)) {
      ids.push(String(id))
      if (ids.length === IDS_PER_QUESTION) flush()
    }
    flush()
  }
  replaceIds(scratch)
}

/**
 * Uses the person's own tags instead of tags of the archive with the same name in the same group, so that the import
 * does not change those.
 */
export function replaceTags(scratch: Scratch): void {
  scratch.run(`insert into new_ids select u.id, e.id
    from units u join rows r on r.nr = u.root
      join existing e on e.kind = 'tag' and e.name = json_extract(r.text, '$.name')
        and e.grp = json_extract(r.text, '$.group_id')
    where u.kind = 'tag' and e.id <> u.id and not exists (select 1 from existing o where o.key = u.key)
    on conflict do nothing`)
  for (const { nr } of scratch.all(
    "select nr from units where kind = 'tag' and id in (select id from new_ids)",
  )) {
    scratch.run('delete from rows where unit = ?', Number(nr))
    scratch.run('delete from units where nr = ?', Number(nr))
  }
  // An archive from this account can contain both tags.
  scratch.run(
    "delete from rows where unit in (select nr from units where kind = 'tag' and id in (select new_id from new_ids))",
  )
  scratch.run("delete from units where kind = 'tag' and id in (select new_id from new_ids)")
  replaceIds(scratch)
}

/** Replaces ids wherever they occur, including lists and links inside texts. */
function replaceIds(scratch: Scratch): void {
  if (!scratch.get('select 1 from new_ids limit 1')) return
  const newId = (id: string) =>
    (scratch.get('select new_id from new_ids where id = ?', id)?.['new_id'] as string | undefined) ?? id
  for (const { nr } of scratch.pages('select nr from rows where nr > ? order by nr', 'nr')) {
    const text = String(scratch.get('select text from rows where nr = ?', Number(nr))?.['text'])
    const replaced = text.replace(ID, newId)
    if (replaced !== text) scratch.run('update rows set text = ? where nr = ?', replaced, Number(nr))
  }
  for (const { nr, kind, id } of scratch.pages(
    'select nr, kind, id from units where nr > ? order by nr',
    'nr',
  )) {
    const replaced = newId(String(id))
    if (replaced !== id)
      scratch.run(
        'update units set id = ?, key = ? where nr = ?',
        replaced,
        `${kind} ${replaced}`,
        Number(nr),
      )
  }
  scratch.run('delete from new_ids')
}
