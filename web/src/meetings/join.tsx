// Joins a poll under a name, renames the participant, and leaves the poll.
import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { meetingTexts } from './texts.ts'
import { useMeetingChange } from './use-meetings.ts'

interface Props {
  meeting: Meeting
  mine: Availability | undefined
  /** The person's profile name. */
  usualName: string
}

export function Join({ meeting, mine, usualName }: Props) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const change = useMeetingChange()
  const [renaming, setRenaming] = useState(false)
  const params = { meeting_id: meeting.id }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const display_name = String(new FormData(event.currentTarget).get('name')).trim()
    change.mutate(async () => {
      await client.meetings.participate({ params, body: { display_name } })
      setRenaming(false)
    })
  }

  if (mine && !renaming) return <TakingPart {...{ meeting, mine }} onRename={() => setRenaming(true)} />
  return (
    <form className="card panel join" onSubmit={submit}>
      {mine ? null : <p>{t.joinHint}</p>}
      <div className="row">
        <input
          dir="auto"
          name="name"
          className="input"
          aria-label={t.yourName}
          placeholder={t.yourName}
          required
          maxLength={255}
          defaultValue={mine?.participant.display_name ?? usualName}
        />
        <Button type="submit" kind="primary" disabled={change.isPending}>
          {mine ? t.save : t.takePart}
        </Button>
        {mine ? <Button onClick={() => setRenaming(false)}>{t.cancel}</Button> : null}
      </div>
    </form>
  )
}

function TakingPart(props: { meeting: Meeting; mine: Availability; onRename: () => void }) {
  const { meeting, mine, onRename } = props
  const t = useTexts(meetingTexts)
  const client = useClient()
  const toast = useToast()
  const change = useMeetingChange()
  const params = { meeting_id: meeting.id }

  const comeBack = async () => {
    const { display_name } = mine.participant
    const { id } = await client.meetings.participate({ params, body: { display_name } })
    await client.meetings.setAvailability({ params, query: { participant_id: id }, body: mine.time_slots })
  }
  const leave = () =>
    change.mutate(async () => {
      await client.meetings.leave({ params })
      toast(t.left, { name: t.undo, run: () => change.mutate(comeBack) })
    })
  return (
    <div className="row join">
      <span>{t.joinedAs(mine.participant.display_name)}</span>
      <Button kind="quiet" onClick={onRename}>
        {t.rename}
      </Button>
      <Button kind="quiet" onClick={leave} disabled={change.isPending}>
        {t.leave}
      </Button>
    </div>
  )
}
