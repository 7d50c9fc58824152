import { perText } from '@daymark/contract/planning/entry-texts'
import type { Series } from '@daymark/recurrence/occurrence'
import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../../../platform/storage/columns.ts'
import type { Db } from '../../../../platform/storage/unit-of-work.ts'
import { type TagsJson, tagReader, tagsOf } from '../../../tags/tags-of-store.ts'
import { isAdded, shiftedException, strandedExceptions } from './exception.ts'
import type { ExceptionRecord, StoredException } from './instance.ts'
import { flagOf, perFlag } from './own-texts.ts'

type ExceptionFields = Omit<StoredException, 'instance_start' | 'tags'>

const exceptionColumns = columns<ExceptionFields>({
  all_day: 'saved',
  deleted: 'saved',
  title: 'saved',
  ...perFlag(() => 'saved' as const),
  ...perText(() => 'saved' as const),
  start_time: 'saved',
  end_time: 'saved',
  state: 'saved',
  reminders: 'saved',
  updated_at: 'saved',
})

interface ExceptionJson extends ExceptionFields {
  instance_start: number
  tags: TagsJson | null
}

/**
 * Selects the matching exceptions as a JSON array, ordered by original start. `condition` must use the table alias `e`.
 */
export function exceptionsWhere({ dialect }: Db, condition: RawBuilder<unknown>): RawBuilder<string> {
  const link = sql`l.series_id = e.series_id and l.original_start = e.original_start`
  const exception = exceptionColumns.json(dialect, 'e', {
    instance_start: sql`e.original_start`,
    tags: sql`case when e.tags_set then ${tagsOf(dialect, 'schedule_exception_tags', link)} end`,
  })
  return sql<string>`(select ${dialect.jsonArray(exception, sql`e.original_start`)}
    from schedule_exceptions e where ${condition})`
}

export const toExceptions = (text: string, readTags = tagReader()): StoredException[] =>
  text === '[]'
    ? []
    : (JSON.parse(text) as ExceptionJson[]).map(({ tags, ...exception }) => ({
        ...exception,
        all_day: Boolean(exception.all_day),
        deleted: Boolean(exception.deleted),
        ...perFlag(name => Boolean(exception[flagOf(name)])),
        tags: tags === null ? null : readTags(tags),
      }))

export const exceptionStore = (db: Db) => {
  const kysely = db.sql

  async function read(seriesId: string, instanceStart?: number): Promise<StoredException[]> {
    const one = instanceStart === undefined ? sql`` : sql`and e.original_start = ${instanceStart}`
    const found = exceptionsWhere(db, sql`e.series_id = ${seriesId} ${one}`)
    const { rows } = await sql<{ exceptions: string }>`select ${found} as exceptions`.execute(kysely)
    return rows.flatMap(row => toExceptions(row.exceptions))
  }

  const ofSeries = (seriesId: string) =>
    kysely.deleteFrom('schedule_exceptions').where('series_id', '=', seriesId)

  return {
    list: (seriesId: string): Promise<StoredException[]> => read(seriesId),

    find: async (seriesId: string, instanceStart: number): Promise<StoredException | undefined> =>
      (await read(seriesId, instanceStart))[0],

    async save(seriesId: string, exception: ExceptionRecord): Promise<void> {
      const { tags: carried, instance_start: original_start, ...rest } = exception
      await ofSeries(seriesId).where('original_start', '=', original_start).execute()
      await kysely
        .insertInto('schedule_exceptions')
        .values({ ...rest, series_id: seriesId, original_start, tags_set: carried !== null })
        .execute()
      if (!carried?.length) return
      const links = carried.map(tag => ({ series_id: seriesId, original_start, tag_id: tag.id }))
      await kysely.insertInto('schedule_exception_tags').values(links).execute()
    },

    async remove(seriesId: string, instanceStart: number): Promise<void> {
      await ofSeries(seriesId).where('original_start', '=', instanceStart).execute()
    },

    /** Deletes exceptions that matched an occurrence before the series changed and match none now. */
    async dropStranded(before: Series, series: Series & { id: string }): Promise<void> {
      const stranded = strandedExceptions(before, series, await read(series.id))
      if (stranded.length === 0) return
      const starts = stranded.map(exception => exception.instance_start)
      for (let at = 0; at < starts.length; at += MAX_AT_ONCE) {
        await ofSeries(series.id)
          .where('original_start', 'in', starts.slice(at, at + MAX_AT_ONCE))
          .execute()
      }
    },

    /** Adjusts the dates outside the rule (see `isAdded`) after the start or the length of the series has changed. */
    async shiftAdded(before: Series, series: Series & { id: string }): Promise<void> {
      if (before.start_time === series.start_time && before.end_time === series.end_time) return
      const added = (await read(series.id)).filter(each => isAdded(before, each.instance_start))
      for (const each of added) await this.remove(series.id, each.instance_start)
      for (const each of added) await this.save(series.id, shiftedException(before, series, each))
    },

    async removeFrom(seriesId: string, from: number): Promise<void> {
      await ofSeries(seriesId).where('original_start', '>=', from).execute()
    },

    async removeAll(seriesId: string): Promise<void> {
      await ofSeries(seriesId).execute()
    },

    /** After a split, moves exceptions from this original start onward to the new series. */
    async moveTo(toSeriesId: string, seriesId: string, from: number): Promise<void> {
      await kysely
        .updateTable('schedule_exceptions')
        .set({ series_id: toSeriesId })
        .where('series_id', '=', seriesId)
        .where('original_start', '>=', from)
        .execute()
    },
  }
}

const MAX_AT_ONCE = 500
