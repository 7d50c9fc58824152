// Runs in the parser process: reads an archive that Daymark wrote, compares it with what the person has, and lists what
// has to be written.
import type { Parser } from '../../../platform/uploads/serve-parser.ts'
import { CONTENT_KINDS, type Kind, type Row } from './content.ts'
import type {
  ArchiveHead,
  ArchiveOptions,
  ArchiveOutcome,
  ArchiveQuestion,
  ArchiveWrite,
  ExistingRows,
} from './exchange.ts'
import { addExisting } from './existing.ts'
import { replaceTags, replaceTaken } from './new-ids.ts'
import { planImport } from './plan.ts'
import { type NotImported, readArchive } from './read-archive.ts'
import { keepSound } from './references.ts'
import { type Moved, Scratch } from './scratch-store.ts'
import { keepArchiveTrees } from './trees.ts'

const MAX_MOVED = 100

export const archiveParser: Parser<ArchiveOptions, ArchiveHead, ArchiveWrite, null> = async (
  file,
  { owner_id, mode, disk_bytes },
  ask,
) => {
  const scratch = new Scratch(disk_bytes)
  const asked = (question: ArchiveQuestion) => ask(question)
  const notImported = await readArchive(file, scratch)
  keepSound(scratch)
  const inArchive = keepArchiveTrees(scratch)
  replaceTaken(scratch, owner_id, asked)
  for (const { table, rows } of asked('existing') as Iterable<ExistingRows>)
    for (const row of rows) addExisting(scratch, table, row)
  if (mode === 'merge') replaceTags(scratch)
  const moved = [inArchive, planImport(scratch, mode)]
  return {
    head: { total: totalOf(scratch), outcome: outcomeOf(scratch, moved, notImported) },
    items: writesOf(scratch),
    summary: () => null,
  }
}

const numberOf = (scratch: Scratch, text: string, ...values: string[]): number =>
  Number(scratch.get(text, ...values)?.['n'])

const MOVED = 'from nodes where own = 0 and turn > 0'

const totalOf = (scratch: Scratch): number =>
  numberOf(scratch, "select count(*) n from units where outcome <> 'unchanged'") +
  numberOf(scratch, 'select count(*) n from existing where is_deleted = 1') +
  numberOf(scratch, `select count(*) n ${MOVED}`)

function outcomeOf(scratch: Scratch, moved: readonly Moved[], not_imported: NotImported): ArchiveOutcome {
  const followed = numberOf(scratch, `select count(*) n ${MOVED}`)
  const inArchive = numberOf(
    scratch,
    `select count(*) n ${MOVED} and exists (select 1 from units u where u.key = 'todo ' || nodes.id)`,
  )
  return {
    kinds: CONTENT_KINDS.map(({ kind }) => {
      const count = (outcome: string) =>
        numberOf(scratch, 'select count(*) n from units where kind = ? and outcome = ?', kind, outcome)
      const isTodo = kind === 'todo'
      return {
        kind,
        created: count('created'),
        updated: count('updated') + (isTodo ? followed : 0),
        unchanged: count('unchanged') - (isTodo ? inArchive : 0),
        deleted: numberOf(scratch, 'select count(*) n from existing where kind = ? and is_deleted = 1', kind),
      }
    }),
    moved: {
      count: moved.reduce((sum, { count }) => sum + count, 0),
      titles: moved.flatMap(({ titles }) => titles).slice(0, MAX_MOVED),
    },
    skipped: scratch.faultyRows,
    problems: scratch.problems,
    not_imported,
  }
}

/** Lists the writes in an order that keeps all references valid. */
function* writesOf(scratch: Scratch): Generator<ArchiveWrite> {
  // Deletes each kind before the kinds that it refers to.
  for (const { kind } of CONTENT_KINDS.toReversed())
    for (const { id } of scratch.each('select id from existing where kind = ? and is_deleted = 1', kind))
      yield { do: 'delete', kind, id: String(id) }
  for (const { kind } of CONTENT_KINDS) yield* savesOf(scratch, kind)
  for (const { id, grp } of scratch.each(`select id, grp ${MOVED}`))
    yield { do: 'move', kind: 'todo', id: String(id), tag_group_id: grp }
}

function* savesOf(scratch: Scratch, kind: Kind): Generator<ArchiveWrite> {
  // Parents come before their subtodos.
  const units = scratch.each(
    `select u.nr, u.id, u.outcome from units u left join nodes n on n.id = u.id and u.kind = 'todo'
      where u.kind = ? and u.outcome <> 'unchanged' order by n.level, u.nr`,
    kind,
  )
  for (const { nr, id, outcome } of units) {
    const found = scratch.all('select name, text from rows where unit = ? order by nr', Number(nr))
    const rows = found.map(({ name, text }) => ({
      table: String(name),
      row: JSON.parse(String(text)) as Row,
    }))
    yield { do: outcome === 'created' ? 'create' : 'update', kind, unit: { kind, id: String(id), rows } }
  }
}
