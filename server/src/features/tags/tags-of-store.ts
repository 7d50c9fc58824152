// Selects an item's tags or tag ids as a column, so that lists need no query per item.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../platform/storage/dialect.ts'
import { tagColumns } from './store.ts'
import type { Tag } from './tag.ts'

type LinkTable = 'schedule_tags' | 'schedule_exception_tags' | 'todo_tags' | 'timer_tags'

/**
 * Selects the tags of a row, sorted by name, as JSON for `tagReader`. `where` joins the link table (alias `l`) to
 * the row.
 */
export const tagsOf = (
  dialect: Dialect,
  link: LinkTable,
  where: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`
  (select ${dialect.jsonArray(dialect.jsonTuple(tagColumns.each('g')), sql`lower(g.name), g.id`)}
    from ${sql.table(link)} l join tags g on g.id = l.tag_id where ${where})`

/** Selects a row's comma-separated tag ids, for long lists whose items share few tags. */
export const tagIdsOf = (
  dialect: Dialect,
  link: LinkTable,
  where: RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`
  (select ${dialect.joined('l.tag_id')} from ${sql.table(link)} l where ${where})`

type Cell = string | number | null

/**
 * The JSON that `tagsOf` selects. As a column, it is a string. Inside other JSON, it is an array or a string, depending
 * on the database.
 */
export type TagsJson = string | readonly Cell[][]
export type TagReader = (json: TagsJson) => Tag[]

/** Creates a reader for the rows of one response. The reader parses each combination of tags once. */
export function tagReader(): TagReader {
  const known = new Map<TagsJson, Tag[]>([['[]', []]])
  return json => {
    const tags = known.get(json) ?? toTags(json)
    known.set(json, tags)
    return tags
  }
}

const toTags = (json: TagsJson): Tag[] =>
  (typeof json === 'string' ? (JSON.parse(json) as Cell[][]) : json).map(toTag)

/** Lists every field, because a loop over the names takes ten times as long. */
function toTag(cells: readonly Cell[]): Tag {
  const [id, owner_id, group_id, name, color, description, version, created_at, updated_at] = cells
  const tag = {
    id,
    owner_id,
    group_id,
    name,
    color,
    description,
    version,
    created_at,
    updated_at,
  } satisfies Record<keyof Tag, Cell | undefined>
  return tag as Tag
}
