// SQL of the exceptions of series: occurrences that were changed or deleted.

import type { Series } from '@daymark/recurrence/occurrence'
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { carriedTags, tagReader } from '../../tags/tags-of-store.ts'
import { strandedExceptions } from './exception.ts'
import type { ExceptionRecord, StoredException } from './instance.ts'

const COLUMNS = [
  'e.original_start as instance_start',
  'e.deleted',
  'e.title',
  'e.description_set',
  'e.description',
  'e.start_time',
  'e.end_time',
  'e.state',
  'e.tags_set',
  'e.updated_at',
] as const

export const exceptionStore = (db: Db) => {
  const kysely = db.sql
  const tags = carriedTags(
    db.dialect,
    'schedule_exception_tags',
    sql`l.series_id = e.series_id and l.original_start = e.original_start`,
  )

  async function read(seriesId: string, instanceStart?: number): Promise<StoredException[]> {
    const rows = await kysely
      .selectFrom('schedule_exceptions as e')
      .select(COLUMNS)
      .select(tags.as('tags'))
      .where('e.series_id', '=', seriesId)
      .$if(instanceStart !== undefined, query => query.where('e.original_start', '=', instanceStart ?? 0))
      .execute()
    const readTags = tagReader()
    return rows.map(({ tags_set, tags: text, ...row }) => ({
      ...row,
      deleted: Boolean(row.deleted),
      description_set: Boolean(row.description_set),
      tags: tags_set ? readTags(text) : null,
    }))
  }

  const ofSeries = (seriesId: string) =>
    kysely.deleteFrom('schedule_exceptions').where('series_id', '=', seriesId)

  return {
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

    /** After a change of times or rule: exceptions that no longer belong to an occurrence go. */
    async dropStranded(series: Series & { id: string }): Promise<void> {
      const stranded = strandedExceptions(series, await read(series.id))
      if (stranded.length === 0) return
      const starts = stranded.map(exception => exception.instance_start)
      for (let at = 0; at < starts.length; at += MOST_AT_ONCE) {
        await ofSeries(series.id)
          .where('original_start', 'in', starts.slice(at, at + MOST_AT_ONCE))
          .execute()
      }
    },

    async removeFrom(seriesId: string, from: number): Promise<void> {
      await ofSeries(seriesId).where('original_start', '>=', from).execute()
    },

    async removeAll(seriesId: string): Promise<void> {
      await ofSeries(seriesId).execute()
    },

    /** From this original start on they belong to another series: the one that was split off. */
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

const MOST_AT_ONCE = 500
