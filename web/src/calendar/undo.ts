// How a deletion is taken back: what is gone is made again, what was cut off is put back.
import type { Client } from '@daymark/client'
import type { Schedule } from '@daymark/contract/schedule'
import { type ApplyTo, addressOf, isOccurrence, rowIdOf } from './address.ts'

/** Asked before the deletion, because afterwards the series is no longer there to be read. */
export async function undoOf(
  client: Client,
  entry: Schedule,
  applyTo: ApplyTo | undefined,
): Promise<() => Promise<unknown>> {
  if (isOccurrence(entry) && (applyTo ?? 'this') === 'this') {
    // A change to a deleted occurrence restores it.
    return () => client.schedules.update({ ...addressOf(entry, 'this'), body: fieldsOf(entry) })
  }
  const params = { schedule_id: rowIdOf(entry) }
  const whole = entry.parent_id ? await client.schedules.get({ params }) : entry
  if (applyTo === 'following') {
    const { recurrence_rule, recurrence_end } = whole
    const uncut = () => client.schedules.update({ params, body: { recurrence_rule, recurrence_end } })
    // Cut off at its first occurrence the whole series is gone.
    return () => uncut().catch(() => recreate(client, whole))
  }
  return () => recreate(client, whole)
}

const recreate = (client: Client, entry: Schedule) =>
  client.schedules.create({
    body: {
      ...fieldsOf(entry),
      timezone: entry.timezone,
      recurrence_rule: entry.recurrence_rule,
      recurrence_end: entry.recurrence_end,
      visibility: entry.visibility ?? null,
    },
  })

const fieldsOf = (entry: Schedule) => ({
  title: entry.title,
  description: entry.description,
  start_time: entry.start_time,
  end_time: entry.end_time,
  state: entry.state,
  tag_ids: entry.tags.map(tag => tag.id),
})
