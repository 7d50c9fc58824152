// Changing an entry of one's own. Of a series the rule is read first, and it is asked which of them are meant.
import type { Schedule } from '@daymark/contract/schedule'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Icon } from '../design/icon.tsx'
import { Failure, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { type ApplyTo, isOccurrence, rowIdOf } from './address.ts'
import { useEntryChanges } from './changes.ts'
import { type EntryAction, EntryActions } from './entry-actions.tsx'
import { EntryFields } from './entry-fields.tsx'
import { changesOf, formOf } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'
import { FormFoot } from './form-foot.tsx'
import { withEnd } from './rule.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { calendarTexts } from './texts.ts'
import { TodoDialog } from './todo-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'

interface Props {
  entry: Schedule
  onClose: () => void
}

export function EditEntry({ entry, onClose }: Props) {
  const t = useTexts(entryTexts)
  const again = useTexts(calendarTexts).again
  const client = useClient()
  const series = useQuery({
    queryKey: ['schedules', 'row', rowIdOf(entry)],
    queryFn: () => client.schedules.get({ params: { schedule_id: rowIdOf(entry) } }),
    enabled: entry.parent_id !== null,
  })
  const row = entry.parent_id === null ? entry : series.data
  if (row) return <EditForm entry={entry} row={row} onClose={onClose} />
  return (
    <Dialog title={t.edit} onClose={onClose}>
      {series.error ? <Failure error={series.error} again={again} /> : <Skeleton lines={6} height={38} />}
    </Dialog>
  )
}

function EditForm({ entry, row, onClose }: Props & { row: Schedule }) {
  const t = useTexts(entryTexts)
  const zone = timezone()
  const { change, remove } = useEntryChanges()
  const [initial] = useState(() =>
    formOf(entry, withEnd(row.recurrence_rule, row.recurrence_end, row.timezone), zone),
  )
  const form = useEntryForm(initial, zone)
  const [asking, setAsking] = useState<'edit' | EntryAction>()
  const changes = changesOf(initial, form.values, zone)
  const save = (applyTo?: ApplyTo) =>
    form.send(async () => {
      const alsoEnd = changes.recurrence_rule !== undefined && row.recurrence_end !== null
      await change(entry, alsoEnd ? { ...changes, recurrence_end: null } : changes, applyTo)
      onClose()
    })
  const erase = (applyTo?: ApplyTo) =>
    form.send(async () => {
      await remove(entry, applyTo)
      onClose()
    })
  const submit = () => {
    if (Object.keys(changes).length === 0) return onClose()
    if (isOccurrence(entry) && form.check()) setAsking('edit')
    else void save()
  }
  const act = (action: EntryAction) => {
    if (action === 'delete' && !isOccurrence(entry)) void erase()
    else setAsking(action)
  }
  const stop = () => setAsking(undefined)
  return (
    <>
      <Dialog title={t.edit} onClose={onClose}>
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          <EntryFields form={form} zone={zone} ruleZone={row.recurrence_rule ? row.timezone : zone} />
          <EntryActions entry={entry} onAction={act} onClose={onClose} />
          <FormFoot submit={t.save} busy={form.busy} failure={form.failure} onClose={onClose}>
            <Button kind="danger" onClick={() => act('delete')}>
              <Icon name="trash" /> {t.delete}
            </Button>
          </FormFoot>
        </form>
      </Dialog>
      {asking === 'edit' || asking === 'delete' ? (
        <ScopeDialog
          what={asking}
          withoutThis={asking === 'edit' && changes.recurrence_rule !== undefined}
          onChoose={applyTo => {
            stop()
            void (asking === 'edit' ? save(applyTo) : erase(applyTo))
          }}
          onClose={stop}
        />
      ) : null}
      {asking === 'share' ? (
        <ShareDialog type="schedule" id={rowIdOf(entry)} title={entry.title} onClose={stop} />
      ) : null}
      {asking === 'todo' ? <TodoDialog entry={entry} onClose={stop} onDone={onClose} /> : null}
    </>
  )
}
