// Parses a calendar object from a file, and refuses objects that Daymark cannot store.
import { ENTRY_TEXT_NAMES, ENTRY_TEXTS, type EntryText } from '@daymark/contract/planning/entry-texts'
import { Problem } from '../../../platform/kernel/errors.ts'
import { checkRecurrence, checkTimes } from '../../planning/schedules/change.ts'
import { newSchedule } from '../../planning/schedules/schedule.ts'
import { uidOf } from '../mapping/component-text.ts'
import { isCanceled, readEvent } from '../mapping/event-reader.ts'
import { type EventModel, ObjectFault, type TaskModel } from '../mapping/model.ts'
import { PRODID } from '../mapping/object-text.ts'
import { eventsOf, splitCalendar } from '../mapping/split-series.ts'
import { readTask } from '../mapping/task.ts'
import { type Component, firstOf, property, writeCalendar } from '../text/content-line.ts'
import { zoneFinder } from '../text/zone-id.ts'
import type { FileObject } from './file-objects.ts'

interface Item {
  uid: string
  line: number
  text: string
  /** Set if the file has only this occurrence and not its series. */
  series: FileObject['series']
  /** True for each text that was too long for Daymark. `description` covers all texts except the title. */
  is_cut: { title: boolean; description: boolean }
}

export type FileItem = Item &
  (
    | {
        kind: 'schedule'
        model: EventModel
        is_free: boolean
        /** Set for a canceled occurrence whose series is not in the file, but may exist in Daymark. */
        is_canceled?: true
      }
    | {
        kind: 'todo'
        model: TaskModel
        /** The name of the todo's list in the other program. */
        list?: string | null
      }
  )

export const CANCELED = 'The event is canceled.'
const HEADER = [property('VERSION', '2.0'), property('PRODID', PRODID)]
const MAX_BYTES = 2 * 1024 * 1024
const CONTROL = new RegExp(`[${range(0, 8)}${range(11, 12)}${range(14, 31)}]`)

/**
 * Returns the items of an object: one, or several series if the object changes all following occurrences of one. Throws
 * an `ObjectFault` whose message is shown to the person.
 */
export function readItems(object: FileObject, ownerZone: string): FileItem[] {
  const { kind, calendar, series } = object
  if (kind === 'todo' || series !== null) return [readItem(object, ownerZone)]
  const context = { findZone: zoneFinder(calendar), ownerZone, isTag: isTagName }
  const parts = splitCalendar(calendar, context)
  if (parts.length === 1 && parts[0] === calendar) return [readItem(object, ownerZone)]
  return parts.map(part => readItem({ ...object, ...objectText(part), calendar: part }, ownerZone))
}

const objectText = (calendar: Component): Pick<FileObject, 'uid' | 'text'> => ({
  uid: uidOf(eventsOf(calendar)[0] ?? calendar),
  text: writeCalendar({ ...calendar, properties: HEADER }),
})

function readItem(object: FileObject, ownerZone: string): FileItem {
  const { kind, uid, line, text, calendar, series } = object
  if (Buffer.byteLength(text) > MAX_BYTES) throw new ObjectFault('The entry is larger than 2 MiB.')
  if (CONTROL.test(text) || !text.isWellFormed())
    throw new ObjectFault('The entry contains control characters.')
  const context = { findZone: zoneFinder(calendar), ownerZone, isTag: isTagName }
  const components = calendar.components.filter(each => each.name !== 'VTIMEZONE')
  for (const each of components) uidOf(each)
  const common = {
    uid,
    line,
    text,
    series,
    is_cut: cutOf(components, kind === 'todo' ? ['description'] : ENTRY_TEXT_NAMES),
  }
  if (kind === 'todo') return { ...common, kind, model: readTask(components, context) }
  const [master] = components
  const is_canceled = master !== undefined && isCanceled(master)
  if (is_canceled && series === null) throw new ObjectFault(CANCELED)
  const model = readEvent(components, context)
  check(model, ownerZone)
  const is_free = master !== undefined && is(master, 'TRANSP', 'TRANSPARENT')
  return { ...common, kind, model, is_free, ...(is_canceled && { is_canceled }) }
}

const is = (component: Component, name: string, value: string): boolean =>
  firstOf(component, name)?.value.trim().toUpperCase() === value

/** Categories of more than 255 characters do not become tags. They stay in the stored text. */
const isTagName = (name: string): boolean => name.length <= 255

function check(model: EventModel, ownerZone: string): void {
  const span = { start_time: model.start, end_time: model.end }
  try {
    checkTimes(span, span, model.all_day)
    checkRecurrence(
      newSchedule({
        ...span,
        id: '',
        owner_id: '',
        title: model.title,
        all_day: model.all_day,
        timezone: model.all_day ? ownerZone : model.timezone,
        recurrence_rule: model.rule,
        created_at: 0,
      }),
    )
  } catch (error) {
    throw error instanceof Problem ? new ObjectFault(error.message) : error
  }
}

const MAX_TITLE = 255

const cutOf = (components: readonly Component[], texts: readonly EntryText[]): Item['is_cut'] => ({
  title: components.some(each => lengthOf(each, 'SUMMARY') > MAX_TITLE),
  description: components.some(each =>
    texts.some(name => lengthOf(each, ENTRY_TEXTS[name].property) > ENTRY_TEXTS[name].most),
  ),
})

const lengthOf = (component: Component, name: string): number => firstOf(component, name)?.value.length ?? 0

function range(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`
}
