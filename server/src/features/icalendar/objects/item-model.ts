import { readReminders } from '../../planning/reminders.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { shownTexts } from '../../planning/schedules/exceptions/own-texts.ts'
import type { Schedule } from '../../planning/schedules/schedule.ts'
import { momentOf } from '../../planning/todos/due.ts'
import { isOpen } from '../../planning/todos/repeating/repetition.ts'
import type { Todo } from '../../planning/todos/todo.ts'
import { canonical, reminderField } from '../mapping/alarm.ts'
import { isChange } from '../mapping/event-reader.ts'
import { type EventModel, modelTexts, ruleValue, sortedNames, type TaskModel } from '../mapping/model.ts'
import { wholeSecond } from '../text/value.ts'

interface Named {
  name: string
}

const namesOf = (tags: readonly Named[]): string[] => sortedNames(tags.map(tag => tag.name))

export function eventModel(
  schedule: Schedule & { tags: readonly Named[] },
  exceptions: readonly StoredException[],
): EventModel {
  const start = wholeSecond(schedule.start_time)
  const fields = {
    title: schedule.title,
    ...modelTexts(name => schedule[name] || null),
    state: schedule.state,
    tags: namesOf(schedule.tags),
    ...remindersIn(schedule.reminders, schedule.all_day),
  }
  const model: EventModel = {
    ...fields,
    start,
    end: wholeSecond(schedule.end_time),
    all_day: schedule.all_day,
    timezone: schedule.all_day ? '' : schedule.timezone,
    rule: ruleValue(schedule),
    deleted: [],
    changed: [],
  }
  if (exceptions.length === 0) return model
  const length = model.end - start
  return {
    ...model,
    deleted: exceptions.filter(each => each.deleted).map(each => wholeSecond(each.instance_start)),
    changed: exceptions
      .filter(each => !each.deleted)
      .map(each => {
        const at = wholeSecond(each.instance_start)
        const texts = shownTexts(each, schedule)
        return {
          at,
          start: each.start_time === null ? at : wholeSecond(each.start_time),
          end: each.end_time === null ? at + length : wholeSecond(each.end_time),
          title: each.title ?? fields.title,
          ...modelTexts(name => texts[name] || null),
          state: each.state ?? fields.state,
          tags: each.tags === null ? fields.tags : namesOf(each.tags),
          ...remindersIn(each.reminders ?? schedule.reminders, schedule.all_day),
        }
      })
      .filter(each => isChange(model, each)),
  }
}

/**
 * Converts a todo to a task. A closed todo has no rule, so that clients do not repeat it. Its next round is another
 * object.
 */
export function taskModel(todo: Todo & { tags: readonly Named[] }, parent: string | null): TaskModel {
  const due = momentOf(todo)
  const is_date = due?.is_date ?? false
  return {
    title: todo.title,
    description: todo.description || null,
    status: todo.status === 'DONE' ? 'done' : todo.status === 'CANCELLED' ? 'canceled' : 'open',
    completed: todo.completed_at === null ? null : wholeSecond(todo.completed_at),
    due: due === null ? null : wholeSecond(due.at),
    due_is_date: is_date,
    timezone: due === null || is_date ? '' : todo.timezone,
    rule: isOpen(todo.status) ? taskRule(todo) : null,
    priority: todo.priority,
    estimate_minutes: todo.estimate_minutes,
    tags: namesOf(todo.tags),
    parent,
    ...(due !== null && remindersIn(todo.reminders, is_date)),
  }
}

const remindersIn = (text: string | null, is_date: boolean) =>
  reminderField(text === null ? [] : canonical(readReminders(text), is_date))

export function taskRule(todo: Todo): string | null {
  const due = momentOf(todo)
  if (due === null) return null
  return ruleValue({
    start_time: due.at,
    all_day: due.is_date,
    timezone: todo.timezone,
    recurrence_rule: todo.recurrence_rule,
    recurrence_end: null,
  })
}
