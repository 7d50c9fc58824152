// Gives the next round of a repeating todo the text that a calendar app stored with the round before.
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { asNextRound } from '../mapping/task.ts'
import { parseCalendar, writeCalendar } from '../text/content-line.ts'
import { objectStore } from './store.ts'

/** Runs in the transaction that created the round, so that other devices never see it without its text. */
export async function copyTextsToNextRounds(tx: Tx, rows: readonly NetRow[]): Promise<void> {
  for (const { table, before, after, key } of rows) {
    if (table !== 'todos' || before !== null || !after?.['series_id'] || Number(after['round']) < 2) continue
    const id = String(key['id'])
    const store = objectStore(tx)
    // A round that was deleted and restored has its text already.
    if ((await store.stored('todo', [id])).has(id)) continue
    const previous = await todoStore(tx).roundBefore(String(after['series_id']), Number(after['round']))
    const object = previous && (await store.stored('todo', [previous])).get(previous)
    if (!object) continue
    const calendar = parseCalendar(object.source)
    asNextRound(calendar, id)
    const source = writeCalendar(calendar)
    await store.save({ ...object, resource_id: id, name: `${id}.ics`, uid: id, source, parent_uid: null })
  }
}
