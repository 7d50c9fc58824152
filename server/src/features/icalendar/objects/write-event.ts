// Stores an event from a client as a schedule, together with the event's text.
import { perText } from '@daymark/contract/planning/entry-texts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { remindersText } from '../../planning/reminders.ts'
import { type ExceptionRecord, unchanged } from '../../planning/schedules/exceptions/instance.ts'
import { ownTexts } from '../../planning/schedules/exceptions/own-texts.ts'
import { scheduleStore } from '../../planning/schedules/store.ts'
import { writeWhole } from '../../planning/schedules/whole.ts'
import { sameReminders } from '../mapping/alarm.ts'
import { repeatsSeries } from '../mapping/event-reader.ts'
import { followsRule } from '../mapping/event-rules.ts'
import type { EventFields, EventModel } from '../mapping/model.ts'
import { eventModel } from './item-model.ts'
import { objectStore } from './store.ts'
import { idsOf, type Place, type Sent, type TagIds, type Written } from './written.ts'

export async function writeEvent(
  tx: RequestTx,
  place: Place,
  { uid, text, model }: Sent<EventModel>,
  { tags, ownerZone }: { tags: TagIds; ownerZone: string },
): Promise<Written> {
  const { actor, now } = tx
  const id = place.id ?? newId()
  const store = scheduleStore(tx)
  const current = place.id === undefined ? undefined : await store.find(place.id)
  const shown = current && eventModel(current, (await objectStore(tx).exceptions([id])).get(id) ?? [])
  // Keeps the milliseconds of a start that the client did not change.
  const drift = current && shown?.start === model.start ? current.start_time - shown.start : 0
  const keepsRule = current && shown?.rule === model.rule
  const whole = {
    title: model.title,
    ...perText(name => model[name] ?? null),
    start_time: model.start + drift,
    end_time: model.end + drift,
    all_day: model.all_day,
    timezone: model.all_day ? (current?.timezone ?? ownerZone) : model.timezone,
    recurrence_rule: keepsRule ? current.recurrence_rule : model.rule,
    recurrence_end: keepsRule ? current.recurrence_end : null,
    state: model.state,
    reminders:
      current && sameReminders(shown?.reminders, model.reminders)
        ? current.reminders
        : remindersText(model.reminders),
    tag_ids: idsOf(model.tags, tags),
  }
  await writeWhole(tx, actor, { id, current, now }, whole, exceptionsOf(model, tags, now, drift))
  const object = {
    kind: 'schedule' as const,
    resource_id: id,
    owner_id: actor.id,
    name: place.name,
    uid,
    source: text,
    base: JSON.stringify(model),
    parent_uid: null,
  }
  await objectStore(tx).save(object)
  const [saved, exceptions] = [await store.find(id), await objectStore(tx).exceptions([id])]
  const after = saved && JSON.stringify(eventModel(saved, exceptions.get(id) ?? []))
  return { id, is_same: after === object.base }
}

/** Converts deleted and changed occurrences to exceptions. Fields that equal the series are null. */
function exceptionsOf(model: EventModel, tags: TagIds, now: number, drift: number): ExceptionRecord[] {
  const deleted = model.deleted.map(at => ({
    ...unchanged(at + drift, model.all_day),
    deleted: true,
    updated_at: now,
  }))
  const changed = model.changed.map(each => {
    const moved = each.start !== each.at || each.end !== each.at + model.end - model.start
    // Stores the times of an occurrence that the rule does not produce, because queries find it by its times.
    const needsTimes = moved || !followsRule(model, each.at)
    return {
      ...unchanged(each.at + drift, model.all_day),
      ...(needsTimes && { start_time: each.start + drift, end_time: each.end + drift }),
      ...overrides(each, model, tags),
      updated_at: now,
    }
  })
  return [...deleted, ...changed.filter((_, index) => !isNothing(model, index))]
}

const isNothing = (model: EventModel, index: number): boolean => {
  const each = model.changed[index]
  return !each || (repeatsSeries(each, model) && followsRule(model, each.at))
}

const overrides = (each: EventFields, series: EventFields, tags: TagIds): Partial<ExceptionRecord> => ({
  ...(each.title !== series.title && { title: each.title }),
  ...ownTexts(name => {
    const text = each[name] ?? null
    return text === (series[name] ?? null) ? undefined : text
  }),
  ...(each.state !== series.state && { state: each.state }),
  ...(!sameReminders(each.reminders, series.reminders) && {
    reminders: JSON.stringify(each.reminders ?? []),
  }),
  ...(String(each.tags) !== String(series.tags) && { tags: idsOf(each.tags, tags).map(id => ({ id })) }),
})
