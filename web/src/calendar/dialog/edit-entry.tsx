import type { Schedule } from '@daymark/contract/planning/schedule'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { Icon } from '../../design/icon.tsx'
import { Failure, Skeleton } from '../../design/states.tsx'
import { ItemHistory } from '../../history/item-history.tsx'
import { useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { DeadlineDialog } from '../deadlines/deadline-dialog.tsx'
import { rowIdOf } from '../entries/address.ts'
import { useSeries } from '../entries/series.ts'
import { calendarTexts } from '../texts.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryFields } from './entry-fields.tsx'
import { entryTexts } from './entry-texts.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { TodoDialog } from './todo-dialog.tsx'
import { type Editing, useEditing } from './use-editing.ts'

interface Props {
  entry: Schedule
  onClose: () => void
}

export function EditEntry({ entry, onClose }: Props) {
  const t = useTexts(entryTexts)
  const again = useTexts(calendarTexts).again
  const series = useSeries(entry.parent_id ?? undefined)
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
  const edit = useEditing(entry, row, onClose)
  const { form } = edit
  // The form starts with the user's time zone. Until the user changes it, an existing rule keeps the series' time zone.
  const isKept = form.values.zone === timezone()
  return (
    <>
      <Dialog title={t.edit} onClose={onClose}>
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            edit.submit()
          }}
        >
          <EntryFields
            form={form}
            ruleZone={row.recurrence_rule && isKept ? row.timezone : form.values.zone}
          />
          <EntryActions entry={entry} onAction={edit.act} onClose={onClose} />
          <FormFoot submit={t.save} onClose={onClose}>
            <Button kind="danger" onClick={() => edit.act('delete')}>
              <Icon name="trash" /> {t.delete}
            </Button>
          </FormFoot>
        </form>
      </Dialog>
      <Question entry={entry} edit={edit} onDone={onClose} />
    </>
  )
}

function Question({ entry, edit, onDone }: { entry: Schedule; edit: Editing; onDone: () => void }) {
  const { asking, stop } = edit
  if (asking === 'share')
    return <ShareDialog type="schedule" id={rowIdOf(entry)} title={entry.title} onClose={stop} />
  if (asking === 'todo') return <TodoDialog entry={entry} onClose={stop} onDone={onDone} />
  if (asking === 'history') return <ItemHistory id={rowIdOf(entry)} title={entry.title} onClose={stop} />
  if (asking === 'deadline')
    return (
      <DeadlineDialog
        title={entry.title}
        start={edit.newStart()}
        onChoose={edit.chooseDeadline}
        onClose={stop}
      />
    )
  if (asking === undefined) return null
  return (
    <ScopeDialog
      what={asking}
      withoutThis={asking === 'edit' && edit.changesSeries}
      resetsSingles={asking === 'edit' && edit.shiftsStarts()}
      onChoose={edit.choose}
      onClose={stop}
    />
  )
}
