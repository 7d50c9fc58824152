import { parseRule } from '@daymark/recurrence/rule'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { type Component, firstOf, type Property, paramOf, property } from '../text/content-line.ts'
import { addDuration, localText, type Moment, momentText, readDuration, utcText } from '../text/value.ts'
import { zoneFinder } from '../text/zone-id.ts'
import { type AlarmTarget, meanings, reminderField, remindersOf, setReminders } from './alarm.ts'
import {
  entryTextOf,
  isLongUid,
  set,
  setCategories,
  setText,
  setUid,
  tagsOf,
  textOf,
  titleOf,
} from './component-text.ts'
import { masterOf, momentOf } from './event-reader.ts'
import { ruleOf } from './event-rules.ts'
import { ObjectFault, type ReadingContext, type TaskModel, type TaskStatus } from './model.ts'
import { type Facts, needZone, newCalendar, newComponent, stamp } from './object-text.ts'

const MAX_ESTIMATE = 100_000

export function readTask(components: readonly Component[], context: ReadingContext): TaskModel {
  const task = masterOf(components)
  if (!task) throw new ObjectFault('The object contains no VTODO.')
  const hasRule = firstOf(task, 'RRULE') !== undefined
  const due = dueOf(task, hasRule, context)
  const round = hasRule && due ? currentRound(components, task, due, context) : undefined
  const status = statusOf(round ?? task)
  const timezone = !due || due.is_date ? '' : (due.zone ?? context.ownerZone)
  const completed = momentOf(firstOf(round ?? task, 'COMPLETED'), context)
  const rule = due && hasRule ? ruleOf(task, { start: due.at, all_day: due.is_date, timezone }) : null
  const target = targetOf(task, { due: due?.at ?? null, due_is_date: due?.is_date ?? false, rule }, context)
  return {
    title: titleOf(task),
    description: entryTextOf(task, 'description'),
    status,
    completed: status === 'done' && completed ? completed.at : null,
    due: due?.at ?? null,
    due_is_date: due?.is_date ?? false,
    timezone,
    rule,
    priority: priorityOf(task),
    estimate_minutes: estimateOf(task),
    tags: tagsOf(task, context.isTag),
    parent: parentUidOf(task),
    ...reminderField(target ? remindersOf(task, target) : []),
  }
}

/** Returns the override for the current round, if any. Some clients add one to complete a repeating task's round. */
function currentRound(
  components: readonly Component[],
  task: Component,
  due: Moment,
  context: ReadingContext,
): Component | undefined {
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  return components.find(each => {
    const id = each === task ? undefined : momentOf(firstOf(each, 'RECURRENCE-ID'), context)
    return id !== undefined && (id.at === due.at || id.at === start?.at)
  })
}

/** Converts the stored text of a round to the text of the next one, without the overrides of past rounds. */
export function asNextRound(calendar: Component, uid: string): void {
  const tasks = calendar.components.filter(each => each.name === 'VTODO')
  const task = masterOf(tasks)
  if (!task) return
  const context = { findZone: zoneFinder(calendar), ownerZone: 'UTC' }
  const start = momentOf(firstOf(task, 'DTSTART') ?? firstOf(task, 'DUE'), context)
  calendar.components = calendar.components.filter(each => {
    const id = each.name === 'VTODO' ? momentOf(firstOf(each, 'RECURRENCE-ID'), context) : undefined
    return !id || !start || id.at > start.at
  })
  setUid(calendar, 'VTODO', uid)
}

/** Returns the times that a task's alarms are relative to, or undefined for a task without a deadline. */
function targetOf(
  task: Component,
  { due, due_is_date, rule }: Pick<TaskModel, 'due' | 'due_is_date' | 'rule'>,
  context: Pick<ReadingContext, 'findZone' | 'ownerZone'>,
): AlarmTarget | undefined {
  if (due === null) return undefined
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  const from = start && start.is_date === due_is_date ? start.at : due
  const repeats = rule !== null
  return { at: due, is_date: due_is_date, start: from, end: due, repeats, zone: context.ownerZone }
}

function dueOf(task: Component, hasRule: boolean, context: ReadingContext) {
  const written = firstOf(task, 'DUE')
  const due = momentOf(written, context)
  if (written && !due) throw new ObjectFault('DUE is not a date or time of the years 1900 to 2200.')
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  const duration = readDuration(firstOf(task, 'DURATION')?.value ?? '')
  if (due || !start) return due
  if (duration) return { ...start, at: addDuration(start.at, duration, start.zone ?? context.ownerZone) }
  // Some clients write only the start of a task that repeats.
  return hasRule ? start : undefined
}

function statusOf(task: Component): TaskStatus {
  const status = textOf(task, 'STATUS')?.toUpperCase()
  if (status === 'COMPLETED') return 'done'
  if (status === 'CANCELLED') return 'canceled'
  if (status !== undefined) return 'open'
  return firstOf(task, 'COMPLETED') || textOf(task, 'PERCENT-COMPLETE') === '100' ? 'done' : 'open'
}

/** 1 to 4 are high, 5 is medium, 6 to 9 are low (RFC 5545, 3.8.1.9). */
function priorityOf(task: Component): number {
  const value = Number(textOf(task, 'PRIORITY') ?? 0)
  if (!(value >= 1 && value <= 9)) return 0
  return value < 5 ? 3 : value === 5 ? 2 : 1
}

const PRIORITIES = ['0', '9', '5', '1']

function estimateOf(task: Component): number | null {
  const duration = readDuration(textOf(task, 'X-DAYMARK-ESTIMATE') ?? '')
  const minutes = duration ? Math.round(duration.days * 1440 + duration.ms / 60_000) : 0
  return minutes >= 1 && minutes <= MAX_ESTIMATE ? minutes : null
}

/** True if the property names the parent: RELTYPE is PARENT, or is missing, because PARENT is the default. */
const isParent = (each: Property): boolean =>
  each.name === 'RELATED-TO' && /^(PARENT)?$/i.test(paramOf(each, 'RELTYPE') ?? '')

/** Ignores UIDs that are too long, because no task can have such a UID. */
export function parentUidOf(task: Component): string | null {
  const uid = task.properties.find(isParent)?.value.trim() ?? ''
  return uid === '' || isLongUid(uid) ? null : uid
}

export function newTask(model: TaskModel, facts: Facts): Component {
  const calendar = newCalendar()
  const task = newComponent('VTODO', facts)
  calendar.components.push(task)
  apply(calendar, task, null, model, facts)
  return calendar
}

/** Applies the differences between `before`, which the stored calendar describes, and `after`. */
export function changeTask(calendar: Component, before: TaskModel, after: TaskModel, facts: Facts): void {
  const task = masterOf(calendar.components.filter(each => each.name === 'VTODO'))
  if (task) apply(calendar, task, before, after, facts)
}

function apply(
  calendar: Component,
  task: Component,
  before: TaskModel | null,
  after: TaskModel,
  facts: Facts,
): void {
  const context = { findZone: zoneFinder(calendar), ownerZone: facts.zone || after.timezone || 'UTC' }
  const target = before ? targetOf(task, before, context) : undefined
  const alarms = target ? meanings(task, target) : new Map()
  if (before?.title !== after.title) setText(task, 'SUMMARY', after.title)
  if ((before?.description ?? null) !== after.description) setText(task, 'DESCRIPTION', after.description)
  const endsSeries = before?.rule != null && after.rule === null
  // A closed round is a single task, so its overrides are removed.
  if (endsSeries)
    calendar.components = calendar.components.filter(
      each => each.name !== 'VTODO' || each === task || !firstOf(each, 'RECURRENCE-ID'),
    )
  if (endsSeries || before?.status !== after.status || before.completed !== after.completed)
    setStatus(task, after)
  const due = [after.due, after.due_is_date, after.timezone, after.rule]
  if (String(before && [before.due, before.due_is_date, before.timezone, before.rule]) !== String(due))
    setDue(calendar, task, before, after, context)
  if ((before?.priority ?? 0) !== after.priority)
    setText(task, 'PRIORITY', after.priority === 0 ? null : (PRIORITIES[after.priority] ?? null))
  if ((before?.estimate_minutes ?? null) !== after.estimate_minutes)
    setText(
      task,
      'X-DAYMARK-ESTIMATE',
      after.estimate_minutes === null ? null : `PT${after.estimate_minutes}M`,
    )
  if (String(before?.tags ?? []) !== String(after.tags)) setCategories(task, before?.tags ?? [], after.tags)
  if ((before?.parent ?? null) !== after.parent) {
    const others = task.properties.filter(each => each.name === 'RELATED-TO' && !isParent(each))
    const parent = after.parent === null ? [] : [property('RELATED-TO', after.parent, ';RELTYPE=PARENT')]
    set(task, 'RELATED-TO', [...parent, ...others])
  }
  // If the deadline was removed, the old one is needed to remove its reminders.
  const next = targetOf(task, after, context) ?? target
  if (next) setReminders(task, alarms, before?.reminders ?? [], after.reminders ?? [], next)
  stamp(task, facts)
}

const STATUS: Record<TaskStatus, string> = { open: 'NEEDS-ACTION', done: 'COMPLETED', canceled: 'CANCELLED' }

function setStatus(task: Component, { status, completed }: TaskModel): void {
  setText(task, 'STATUS', STATUS[status])
  set(task, 'COMPLETED', completed === null ? [] : [property('COMPLETED', utcText(completed))])
  if (status === 'done') setText(task, 'PERCENT-COMPLETE', '100')
  else if (textOf(task, 'PERCENT-COMPLETE') === '100') set(task, 'PERCENT-COMPLETE', [])
}

/** A repeating VTODO also gets a DTSTART, because without one iOS stops syncing the whole account. */
function setDue(
  calendar: Component,
  task: Component,
  before: TaskModel | null,
  after: TaskModel,
  context: Pick<ReadingContext, 'findZone' | 'ownerZone'>,
): void {
  const { due, due_is_date, timezone, rule } = after
  const lead = before ? leadOf(task, before, context) : 0
  set(task, 'DURATION', [])
  if (due === null) {
    for (const name of ['DUE', 'RRULE', 'EXDATE', 'RDATE']) set(task, name, [])
    return
  }
  if (!due_is_date) needZone(calendar, timezone, due)
  const zone = { all_day: due_is_date, timezone: timezone || 'UTC' }
  const { params, value } = (rule === null ? momentText : localText)(due, zone)
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  if (rule !== null) {
    const isSameKind = before?.due_is_date === due_is_date
    const first = localText(isSameKind ? earlier(due, lead, due_is_date ? 'UTC' : zone.timezone) : due, zone)
    set(task, 'DTSTART', [property('DTSTART', first.value, first.params)])
    // DTSTART must not be after DUE, and both must be dates or both times. Otherwise, the task is invalid.
  } else if (start && (start.is_date !== due_is_date || start.at > due)) set(task, 'DTSTART', [])
  set(task, 'DUE', [property('DUE', value, params)])
  set(task, 'RRULE', rule !== null && parseRule(rule).ok ? [property('RRULE', rule)] : [])
}

/** Returns the local-time difference between the start and the deadline, or 0 without a start. */
function leadOf(
  task: Component,
  { due, due_is_date, timezone }: TaskModel,
  context: Pick<ReadingContext, 'findZone' | 'ownerZone'>,
): number {
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  if (!start || due === null || start.is_date !== due_is_date) return 0
  const zone = zoneOffsets(due_is_date ? 'UTC' : timezone || 'UTC')
  return Math.max(0, toLocal(zone, due) - toLocal(zone, start.at))
}

function earlier(due: number, lead: number, timezone: string): number {
  const zone = zoneOffsets(timezone)
  return lead === 0 ? due : toInstantOrAfterGap(zone, toLocal(zone, due) - lead)
}
