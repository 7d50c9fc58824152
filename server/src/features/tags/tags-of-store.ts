// SQL of the tags that other things carry: one more column of their own statement, so that lists need no second one.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../platform/storage/dialect.ts'
import { TAG_FIELDS } from './store.ts'
import type { Tag } from './tag.ts'

type LinkTable = 'schedule_tags' | 'schedule_exception_tags' | 'todo_tags' | 'timer_tags'

/** The tags by name, as JSON text; `where` ties the link table, called `l`, to the row. */
export function carriedTags(
  dialect: Dialect,
  link: LinkTable,
  where: RawBuilder<unknown>,
): RawBuilder<string> {
  const fields = Object.fromEntries(TAG_FIELDS.map(name => [name, sql.ref(`t.${name}`)]))
  const tags = dialect.jsonArray(dialect.jsonObject(fields), sql`lower(t.name), t.id`)
  return sql<string>`(select ${tags} from ${sql.table(link)} l join tags t on t.id = l.tag_id where ${where})`
}

/** For the rows of one answer: a combination of tags that comes again is read only once. */
export function tagReader(): (text: string) => Tag[] {
  const known = new Map<string, Tag[]>([['[]', []]])
  return text => {
    const tags = known.get(text) ?? (JSON.parse(text) as Tag[])
    known.set(text, tags)
    return tags
  }
}
