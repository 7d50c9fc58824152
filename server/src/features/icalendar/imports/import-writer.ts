// Decides what each item of a file changes, and writes it like an object from a calendar app.
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import { joining } from '../../../platform/changes/joining.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { CANCELED, type FileItem } from '../files/file-item.ts'
import { momentOf, readEvent } from '../mapping/event-reader.ts'
import { type Collection, SCHEDULES } from '../objects/collection.ts'
import { contextOf, readObjects } from '../objects/read.ts'
import { refuse } from '../objects/sent.ts'
import { writeEvent } from '../objects/write-event.ts'
import { deepestAllowed, writeTask } from '../objects/write-task.ts'
import { firstOf, parseCalendar, writeCalendar } from '../text/content-line.ts'
import { type Existing, existingItems } from './existing-store.ts'
import type { ImportTags } from './import-tags.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

export interface Plan {
  item: FileItem
  existing: Existing | undefined
  /** `canceled`: a canceled occurrence without a series. It is skipped. */
  outcome: Outcome | 'canceled'
}

/** What happened to an item of a file, or would happen. */
export interface Done {
  outcome: Outcome
  /** True if a todo is not below its parent, because it would be too deep. */
  is_moved: boolean
}

interface Parts {
  storage: RecordedStorage
  actor: Actor
  ownerZone: string
  tags: ImportTags
}

/** Ignores DTSTAMP, because programs set it to the time of the export. */
const comparable = (text: string): string => text.replace(/^DTSTAMP[:;][^\r\n]*\r?\n/gim, '')

/** The UID has already identified the item. Programs set the other properties with every change or export. */
const IGNORED = /^(?:UID|DTSTAMP|LAST-MODIFIED|SEQUENCE)[:;]/i
const ZONES = /^BEGIN:VTIMEZONE$[\s\S]*?^END:VTIMEZONE$/gim

/** Returns the unfolded lines without time zone definitions and properties in `IGNORED`. */
const contentOf = (text: string): string[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .replace(ZONES, '')
    .split(/\r?\n/)
    .filter(line => !IGNORED.test(line))

/**
 * True if every line of the item is also in the text that Daymark writes for it. Otherwise, the file has something that
 * Daymark does not model, or writes it in another way.
 */
function addsNothing(item: string, shown: string): boolean {
  const known = new Set(contentOf(shown))
  return contentOf(item).every(line => known.has(line))
}

export function importWriter({ storage, actor, ownerZone, tags }: Parts) {
  const collection = (group_id: string | null): Collection => ({
    id: SCHEDULES,
    source: 'own',
    owner_id: actor.id,
    kind: group_id === null ? 'schedule' : 'todo',
    group_id,
    name: '',
    color: null,
    description: null,
    shows_deadlines: true,
  })

  /**
   * Series texts with the occurrences merged so far, because several occurrences may be merged before the text is
   * stored.
   */
  const mergedTexts = new Map<string, string>()

  async function plan(items: readonly FileItem[]): Promise<Plan[]> {
    const plans: Plan[] = []
    const find = (kind: 'schedule' | 'todo') => {
      const uids = items
        .filter(each => each.kind === kind)
        .flatMap(({ uid, series }) => [uid, series?.uid ?? uid])
      return storage.read(db => existingItems(db, actor.id, kind, [...new Set(uids)]))
    }
    const [schedules, tasks] = [await find('schedule'), await find('todo')]
    for (const item of items) {
      const known = item.kind === 'todo' ? tasks : schedules
      const series = item.series && known.get(item.series.uid)
      const merged = series && item.kind === 'schedule' ? await merge(item, series) : undefined
      if (!merged && item.kind === 'schedule' && item.is_canceled) {
        plans.push({ item, existing: undefined, outcome: 'canceled' })
        continue
      }
      const chosen = merged ?? item
      const existing = merged ? series : known.get(item.uid)
      const outcome = existing ? await compare(chosen, existing) : 'created'
      plans.push({ item: chosen, existing: existing ?? undefined, outcome })
    }
    return plans
  }

  /**
   * Returns `unchanged` if the item equals the text that the last import or a calendar app stored, so that later edits
   * in Daymark are kept. If no text is stored, the item is unchanged if it equals the existing schedule or todo and has
   * nothing that only a stored text can keep.
   */
  async function compare(item: FileItem, existing: Existing): Promise<Outcome> {
    if (existing.source !== null)
      return comparable(existing.source) === comparable(item.text) ? 'unchanged' : 'updated'
    const object = await objectOf(existing, item.kind)
    if (!object) return 'updated'
    const isSame = JSON.stringify(object.event ?? object.task) === JSON.stringify(item.model)
    return isSame && addsNothing(item.text, object.text) ? 'unchanged' : 'updated'
  }

  const objectOf = (existing: Existing, kind: FileItem['kind']) =>
    storage.read(async db => {
      const listed = {
        id: existing.id,
        version: 0,
        updated_at: 0,
        name: existing.name ?? `${existing.id}.ics`,
        is_stored: existing.name !== null,
      }
      const group = kind === 'todo' ? existing.group_id : null
      return (await readObjects(db, collection(group), [listed], ownerZone))[0]
    })

  /**
   * Returns the series with the changed occurrence, which replaces an earlier change of the same occurrence. Returns
   * undefined if there is no series.
   */
  async function merge(
    item: FileItem & { kind: 'schedule' },
    series: Existing,
  ): Promise<FileItem | undefined> {
    const object = await objectOf(series, 'schedule')
    if (!object || item.series === null) return undefined
    const calendar = parseCalendar(mergedTexts.get(object.uid) ?? object.text)
    const sent = parseCalendar(item.series.text)
    const context = contextOf(sent, ownerZone, () => true)
    const idOf = (component: (typeof calendar.components)[number]) =>
      momentOf(firstOf(component, 'RECURRENCE-ID'), context)?.at
    const events = sent.components.filter(each => each.name === 'VEVENT')
    const replaced = new Set(events.map(idOf))
    const zones = sent.components.filter(each => each.name === 'VTIMEZONE' && !hasZone(calendar, each))
    calendar.components = [
      ...zones,
      ...calendar.components.filter(
        each => each.name !== 'VEVENT' || idOf(each) === undefined || !replaced.has(idOf(each)),
      ),
      ...events,
    ]
    const text = writeCalendar(calendar)
    mergedTexts.set(object.uid, text)
    const components = calendar.components.filter(each => each.name === 'VEVENT')
    const model = readEvent(
      components,
      contextOf(calendar, ownerZone, () => true),
    )
    return { ...item, uid: object.uid, text, model }
  }

  async function write({ item, existing, outcome }: Plan): Promise<Done> {
    if (outcome === 'canceled') throw rejected(CANCELED)
    if (outcome === 'unchanged') return { outcome, is_moved: false }
    await tags.need(item.model.tags)
    const place = { name: existing?.name ?? `${newId()}.ics`, id: existing?.id }
    const { uid, text } = item
    if (item.kind === 'schedule') {
      const sent = { uid, text, model: item.model }
      const options = { tags: tags.ids, ownerZone }
      await joining(storage, actor, tx => writeEvent(tx, place, sent, options)).catch(refuse)
      return { outcome, is_moved: false }
    }
    const list = collection(existing?.group_id ?? (await tags.todoGroup(item.list)))
    const sent = { uid, text, model: item.model }
    const options = { tags: tags.ids, raises: true }
    const { is_raised } = await joining(storage, actor, tx =>
      writeTask(tx, list, place, sent, options),
    ).catch(refuse)
    return { outcome, is_moved: is_raised }
  }

  /** The levels of the todos that a dry run would create. */
  const levels = new Map<string, number>()

  /** Says what `write` would do. Parents must come before their children. */
  async function expect({ item, existing, outcome }: Plan): Promise<Done> {
    if (outcome === 'canceled') throw rejected(CANCELED)
    tags.expect(outcome === 'unchanged' ? [] : item.model.tags)
    if (item.kind === 'schedule' || outcome === 'unchanged') return { outcome, is_moved: false }
    const { parent } = item.model
    const above = parent === null ? 0 : (levels.get(parent) ?? (await levelAndMove(parent, existing)))
    if (!existing) levels.set(item.uid, Math.min(above + 1, MAX_TODO_LEVELS))
    return { outcome, is_moved: above >= MAX_TODO_LEVELS }
  }

  /** Returns the level of an existing parent; 0 if the todo may stay below it. */
  const levelAndMove = (uid: string, child: Existing | undefined): Promise<number> =>
    storage.read(async db => {
      const parent = (await existingItems(db, actor.id, 'todo', [uid])).get(uid)
      if (!parent) return 0
      const level = (await todoStore(db).line(actor.id, parent.id)).length
      if (!child) return level
      return (await deepestAllowed(db, actor.id, parent.id, child.id)) === parent.id ? 0 : MAX_TODO_LEVELS
    })

  return { plan, write, expect }
}

const hasZone = (
  calendar: ReturnType<typeof parseCalendar>,
  zone: ReturnType<typeof parseCalendar>,
): boolean => {
  const tzid = firstOf(zone, 'TZID')?.value
  return calendar.components.some(each => each.name === 'VTIMEZONE' && firstOf(each, 'TZID')?.value === tzid)
}
