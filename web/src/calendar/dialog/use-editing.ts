import type { Schedule } from '@daymark/contract/planning/schedule'
import { useState } from 'react'
import { timezone } from '../../session/storage/preferences.ts'
import { type ApplyTo, isOccurrence } from '../entries/address.ts'
import { useEntryChanges } from '../entries/changes.ts'
import { isStart } from '../entries/dropped.ts'
import { withEnd } from '../rule/rule.ts'
import type { EntryAction } from './entry-actions.tsx'
import { changesOf, formOf } from './entry-form.ts'
import { useEntryForm } from './use-entry-form.ts'

export type Editing = ReturnType<typeof useEditing>

export function useEditing(entry: Schedule, row: Schedule, onDone: () => void) {
  const zone = timezone()
  const { change, remove } = useEntryChanges()
  const [initial] = useState(() =>
    formOf(entry, withEnd(row.recurrence_rule, row.recurrence_end, row.all_day ? 'UTC' : row.timezone), zone),
  )
  const form = useEntryForm(initial)
  const [asking, setAsking] = useState<'edit' | 'deadline' | EntryAction>()
  const stop = () => setAsking(undefined)

  /** Call this only after validation, because an incomplete form has no valid times. */
  const changes = () => changesOf(initial, form.values)
  const save = (applyTo?: ApplyTo, movesDeadline = false) => {
    const { timezone: changedZone, ...body } = changes()
    const alsoEnd = body.recurrence_rule !== undefined && row.recurrence_end !== null
    // A single occurrence has no time zone of its own.
    const isWhole = !isOccurrence(entry) || (applyTo !== undefined && applyTo !== 'this')
    const all = {
      ...body,
      ...(alsoEnd && { recurrence_end: null }),
      ...(isWhole && changedZone !== undefined && { timezone: changedZone }),
    }
    change(entry, all, applyTo, movesDeadline)
    onDone()
  }
  /** True if the user must decide whether the linked todo's deadline moves too. */
  const movesLinked = (start: string | undefined) =>
    entry.source_todo_id !== null && start !== undefined && !isStart(entry, start)
  const erase = (applyTo?: ApplyTo) => {
    remove(entry, applyTo)
    onDone()
  }

  return {
    form,
    asking,
    stop,
    /** True if the rule or "all day" changed. A single occurrence has neither of its own. */
    changesSeries: form.values.rule.trim() !== initial.rule || form.values.whole_days !== initial.whole_days,
    /** Returns true if the start or the rule changed, which moves occurrences. */
    shiftsStarts: () => ['start_time', 'recurrence_rule'].some(name => Object.hasOwn(changes(), name)),
    submit() {
      if (!form.check()) return
      if (Object.keys(changes()).length === 0) onDone()
      else if (isOccurrence(entry)) setAsking('edit')
      else if (movesLinked(changes().start_time)) setAsking('deadline')
      else save()
    },
    act(action: EntryAction) {
      if (action === 'delete' && !isOccurrence(entry)) erase()
      else setAsking(action)
    },
    newStart: () => changes().start_time ?? entry.start_time,
    chooseDeadline(movesDeadline: boolean) {
      stop()
      save(undefined, movesDeadline)
    },
    choose(applyTo: ApplyTo) {
      stop()
      if (asking === 'edit') save(applyTo)
      else erase(applyTo)
    },
  }
}
