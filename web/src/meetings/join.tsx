import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAnswer } from '../sync/use-write.ts'
import { NameField, nameIn } from './name-field.tsx'
import { meetingTexts } from './texts.ts'

interface Props {
  meeting: Meeting
  mine: Availability | undefined
  /** The default name, from the user's profile. */
  usualName: string
}

export function Join({ meeting, mine, usualName }: Props) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const change = useWaiting()
  const [renaming, setRenaming] = useState(false)
  const params = { meeting_id: meeting.id }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const display_name = nameIn(event.currentTarget)
    change.run(async answer => {
      await answer(live => live.write(client.meetings.participate, { params, body: { display_name } }))
      setRenaming(false)
    })
  }

  if (mine && !renaming) return <TakingPart {...{ meeting, mine }} onRename={() => setRenaming(true)} />
  return (
    <form className="card panel join" onSubmit={submit}>
      {mine ? null : <p>{t.joinHint}</p>}
      <div className="row">
        <NameField maxLength={255} defaultValue={mine?.participant.display_name ?? usualName} />
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
  const change = useWaiting()
  const params = { meeting_id: meeting.id }

  const answer = [...mine.time_slots, ...mine.if_need_be.map(slot => ({ ...slot, if_need_be: true }))]
  const comeBack = async (write: Answer) => {
    const { display_name } = mine.participant
    const { id } = await write(live =>
      live.write(client.meetings.participate, { params, body: { display_name } }),
    )
    await write(live =>
      live.write(client.meetings.setAvailability, {
        params,
        query: { participant_id: id },
        body: answer,
      }),
    )
  }
  const leave = () =>
    change.run(async write => {
      await write(live => live.write(client.meetings.leave, { params }))
      toast(t.left, { name: t.undo, run: () => change.run(comeBack) })
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

type Answer = ReturnType<typeof useAnswer>

/** Runs changes that wait for the server. Rejoining, for example, needs the id of the new participant. */
function useWaiting() {
  const answer = useAnswer()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    run(work: (answer: Answer) => Promise<void>): void {
      setPending(true)
      void work(answer)
        .catch((error: unknown) => toast(messageOf(error)))
        .finally(() => setPending(false))
    },
  }
}
