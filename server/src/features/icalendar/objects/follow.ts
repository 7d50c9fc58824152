// Updates stored calendar texts after their items change.
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import type { Cause } from '../../../platform/kernel/cause.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { entryTextOf, setUid } from '../mapping/component-text.ts'
import { masterOf } from '../mapping/event-reader.ts'
import { type EventModel, modelTexts } from '../mapping/model.ts'
import { asNextRound } from '../mapping/task.ts'
import { parseCalendar, writeCalendar } from '../text/content-line.ts'
import { keepNamesApart } from './names.ts'
import { objectStore } from './store.ts'

/** Runs in the transaction of the change, so that other devices never see an item without its text. */
export async function followItems(tx: Tx, rows: readonly NetRow[], cause: Cause): Promise<void> {
  await copyTextsToNextRounds(tx, rows)
  await copyTextToSplitSeries(tx, rows, cause)
  await rememberClearedTexts(tx, rows, cause)
  await keepNamesApart(tx, rows, cause)
}

/** Gives the next round of a repeating todo the text that a calendar app stored with the previous round. */
async function copyTextsToNextRounds(tx: Tx, rows: readonly NetRow[]): Promise<void> {
  for (const { table, before, after, key } of rows) {
    if (table !== 'todos' || before !== null || !after?.['series_id'] || Number(after['round']) < 2) continue
    const id = String(key['id'])
    const store = objectStore(tx)
    // A restored round already has its text.
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

/**
 * Records in the stored object that a person has cleared a text such as LOCATION. Otherwise, the text would reappear,
 * because earlier versions of Daymark stored such texts without reading them. Does not record an undo, which should
 * bring the text back.
 */
async function rememberClearedTexts(tx: Tx, rows: readonly NetRow[], { via }: Cause): Promise<void> {
  for (const { table, before, after, key } of rows) {
    if (table !== 'schedules' || before === null || after === null) continue
    const cleared = ENTRY_TEXT_NAMES.filter(name => before[name] && !after[name])
    if (cleared.length === 0 || via === 'undo') continue
    const id = String(key['id'])
    const store = objectStore(tx)
    const object = (await store.stored('schedule', [id])).get(id)
    if (!object) continue
    const base = JSON.parse(object.base) as EventModel
    const master = masterOf(parseCalendar(object.source).components.filter(each => each.name === 'VEVENT'))
    if (!master || cleared.every(name => base[name] || entryTextOf(master, name) === null)) continue
    const { title, ...rest } = base
    const texts = modelTexts(name =>
      cleared.includes(name) ? entryTextOf(master, name) : (base[name] ?? null),
    )
    await store.save({ ...object, base: JSON.stringify({ title, ...texts, ...rest, ...texts }) })
  }
}

/** Copies the text of the first part of a split series to the second, because guests and attachments apply to both. */
async function copyTextToSplitSeries(tx: Tx, rows: readonly NetRow[], { splits }: Cause): Promise<void> {
  if (splits.size === 0) return
  const store = objectStore(tx)
  for (const { table, before, after, key } of rows) {
    const id = String(key['id'])
    const firstId = splits.get(id)
    if (table !== 'schedules' || before !== null || firstId === undefined || !after?.['recurrence_rule'])
      continue
    const stored = await store.stored('schedule', [id, firstId])
    const object = stored.get(firstId)
    // A restored part already has its text.
    if (!object || stored.has(id)) continue
    const calendar = parseCalendar(object.source)
    setUid(calendar, 'VEVENT', id)
    const source = writeCalendar(calendar)
    await store.save({ ...object, resource_id: id, name: `${id}.ics`, uid: id, source })
  }
}
