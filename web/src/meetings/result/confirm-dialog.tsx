// Confirming a time creates a calendar entry. The user can undo both at once.

import { ApiError } from '@daymark/client'
import type { Meeting } from '@daymark/contract/meetings/meeting'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Choice } from '../../design/forms/choice.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useWhenOpen } from '../../sync/context.ts'
import type { Sync } from '../../sync/sync.ts'
import { cellStarts, daysOf, type Slot, secondsOf, timeOf } from '../grid/grid.ts'
import { meetingTexts } from '../texts.ts'
import { clockWords, longDate } from '../words.ts'

interface Props {
  meeting: Meeting
  start: Slot
  onClose: () => void
}

export function ConfirmSlot({ meeting, start, onClose }: Props) {
  const t = useTexts(meetingTexts)
  const [slot, setSlot] = useState(start)
  const { confirm, busy, refusal } = useConfirm(meeting, onClose)
  const wrong = secondsOf(slot.end_time) <= secondsOf(slot.start_time)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) confirm(slot)
  }
  return (
    <Dialog title={t.confirmTitle} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <SlotFields
          meeting={meeting}
          slot={slot}
          onChange={change => setSlot(before => ({ ...before, ...change }))}
        />
        <p className="soft">{t.confirmHint}</p>
        <Fault>{wrong ? t.faults.hours : refusal}</Fault>
        <FormFoot submit={t.confirm} isDisabled={busy || wrong} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface FieldProps {
  meeting: Meeting
  slot: Slot
  onChange: (change: Partial<Slot>) => void
}

function SlotFields({ meeting, slot, onChange }: FieldProps) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const step = meeting.time_slot_minutes * 60
  const starts = cellStarts(meeting)
  const times = (all: string[]) => all.map((time): [string, string] => [time, clockWords(time, language)])
  return (
    <>
      <Choice
        label={t.day}
        value={slot.slot_date}
        choices={daysOf(meeting).map(date => [date, longDate(date, language)])}
        onChange={slot_date => onChange({ slot_date })}
      />
      <div className="pair">
        <Choice
          label={t.begins}
          value={slot.start_time}
          choices={times([...new Set([...starts.map(timeOf), slot.start_time])].sort())}
          onChange={start_time => onChange({ start_time })}
        />
        <Choice
          label={t.ends}
          value={slot.end_time}
          choices={times([...new Set([...starts.map(each => timeOf(each + step)), slot.end_time])].sort())}
          onChange={end_time => onChange({ end_time })}
        />
      </div>
    </>
  )
}

function useConfirm(meeting: Meeting, onDone: () => void) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const toast = useToast()
  const whenOpen = useWhenOpen()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  function refuse(error: unknown): void {
    setBusy(false)
    setRefusal(messageOf(error))
  }
  async function send(sync: Sync, slot: Slot): Promise<void> {
    const write = sync.live.write(client.meetings.confirm, {
      params: { meeting_id: meeting.id },
      body: slot,
    })
    const action = sync.remember([write])
    sync.shownInForm.add(write.key)
    const takeBack = () =>
      void action?.undo().then(
        () => toast(t.takenBack),
        (error: unknown) => toast(messageOf(error)),
      )
    try {
      await write.done
      toast(t.inCalendar, { name: t.undo, run: takeBack })
      onDone()
    } catch (error) {
      sync.discard(write.key)
      if (error instanceof ApiError && error.status === 409 && (await isConfirmed())) {
        toast(t.alreadySettled)
        onDone()
        return
      }
      refuse(error)
    }
  }
  /** True if a time was confirmed elsewhere. The page behind the dialog shows that time. */
  async function isConfirmed(): Promise<boolean> {
    const current = await client.meetings.get({ params: { meeting_id: meeting.id } })
    return current.confirmed_slot !== null
  }
  const confirm = (slot: Slot): void => {
    setBusy(true)
    whenOpen(sync => send(sync, slot)).catch(refuse)
  }
  return { confirm, busy, refusal }
}
