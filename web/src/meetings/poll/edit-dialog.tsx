import type { Meeting } from '@daymark/contract/meetings/meeting'
import { type FormEvent, useEffect, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { dateOf } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useFormDraft } from '../../design/forms/use-form-draft.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { meetingTexts } from '../texts.ts'
import { newPoll, type Poll, pollFault } from './poll.ts'
import { PollFields } from './poll-fields.tsx'

const AUDIENCES = ['private', 'friends', 'public'] as const
type Audience = (typeof AUDIENCES)[number]

export function CreatePoll({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const [audience, setAudience] = useState<Audience>('friends')
  const act = useAction()
  const create = (poll: Poll) => {
    const body = { ...poll, description: poll.description || null, visibility: { level: audience } }
    act(live => {
      const made = live.write(client.meetings.create, { body })
      // Opens the poll's page after the server has created it.
      void made.done.then(
        ({ id }) => onMade(id),
        () => {},
      )
      return made
    })
  }
  return (
    <PollDialog
      title={t.newPoll}
      action={t.newPoll}
      draft="poll"
      start={newPoll(dateOf(), timezone())}
      onSave={create}
      onClose={onClose}
    >
      <Field label={t.audience}>
        {field => (
          <>
            <select
              {...field}
              className="input"
              value={audience}
              onChange={event =>
                setAudience(AUDIENCES.find(each => each === event.target.value) ?? 'private')
              }
            >
              {AUDIENCES.map(each => (
                <option key={each} value={each}>
                  {t.audiences[each]}
                </option>
              ))}
            </select>
            <span className="hint">{t.audienceHint}</span>
          </>
        )}
      </Field>
    </PollDialog>
  )
}

export function EditPoll({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const act = useAction()
  const save = (poll: Poll) => {
    const body = { ...poll, description: poll.description || null }
    act(live => live.write(client.meetings.update, { params: { meeting_id: meeting.id }, body }))
  }
  const { title, start_date, end_date, available_days, start_time, end_time, time_slot_minutes } = meeting
  const start: Poll = {
    title,
    description: meeting.description ?? '',
    ...{ start_date, end_date, available_days, start_time, end_time, time_slot_minutes },
    timezone: meeting.timezone,
  }
  return (
    <PollDialog title={t.editPoll} action={t.save} start={start} onSave={save} onClose={onClose}>
      <p className="soft">{t.cutHint}</p>
    </PollDialog>
  )
}

interface Props {
  title: string
  action: string
  start: Poll
  /** The key of the draft that keeps unsaved input. Only for a new poll. */
  draft?: string
  onSave: (poll: Poll) => void
  onClose: () => void
  children: React.ReactNode
}

function PollDialog({ title, action, start, draft: draftName, onSave, onClose, children }: Props) {
  const t = useTexts(meetingTexts)
  const draft = useFormDraft<Poll>(draftName)
  const [poll, setPoll] = useState(() => ({ ...start, ...draft.kept() }))
  useEffect(() => {
    if (poll.title || poll.description) draft.keep({ title: poll.title, description: poll.description })
  }, [draft, poll.title, poll.description])
  const close = () => {
    draft.drop()
    onClose()
  }
  const fault = pollFault(poll)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (fault) return
    onSave(poll)
    close()
  }

  return (
    <Dialog title={title} onClose={close}>
      <form className="stack" onSubmit={submit}>
        <PollFields poll={poll} onChange={change => setPoll(before => ({ ...before, ...change }))} />
        {children}
        <Fault>{fault ? t.faults[fault] : undefined}</Fault>
        <FormFoot submit={action} isDisabled={fault !== undefined} onClose={close} />
      </form>
    </Dialog>
  )
}
