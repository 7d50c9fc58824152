import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useMemo, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { instantOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { cellsOf, freeByCell, maybeByCell, type Slot } from '../grid/grid.ts'
import { RemoveGuest } from '../guest/link-panel.tsx'
import { meetingTexts } from '../texts.ts'
import { isMine } from '../use-meetings.ts'
import { dateWords, hoursWords } from '../words.ts'
import { bestSlots, lengthsOf, type Proposal, usualLength } from './best.ts'
import { ConfirmSlot } from './confirm-dialog.tsx'
import { Remind } from './remind.tsx'

interface Props {
  meeting: Meeting
  all: readonly Availability[]
}

export function BestTimes({ meeting, all }: Props) {
  const t = useTexts(meetingTexts)
  const [wanted, setWanted] = useState<number>()
  const [chosen, setChosen] = useState<Slot>()
  const length = Math.min(wanted ?? usualLength(meeting), lengthsOf(meeting).length)
  const proposals = useMemo(
    () =>
      length < 1
        ? []
        : bestSlots(meeting, freeByCell(meeting, all), length, undefined, maybeByCell(meeting, all)),
    [meeting, all, length],
  )
  const mayConfirm = isMine(meeting) && meeting.confirmed_slot === null
  return (
    <section className="card panel" aria-labelledby="best-title">
      <div className="row spread">
        <h2 id="best-title">{t.best}</h2>
        <label className="row soft length">
          {t.length}
          <select className="input" value={length} onChange={event => setWanted(Number(event.target.value))}>
            {lengthsOf(meeting).map(cells => (
              <option key={cells} value={cells}>
                {t.minutes(cells * meeting.time_slot_minutes)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {proposals.length === 0 ? <p className="soft">{t.noBest}</p> : null}
      <ol className="plain-list">
        {proposals.map(proposal => (
          <ProposalItem
            key={proposal.slot.slot_date + proposal.slot.start_time}
            {...{ meeting, all, proposal }}
            onChoose={mayConfirm ? () => setChosen(proposal.slot) : undefined}
          />
        ))}
      </ol>
      {mayConfirm ? (
        <Button kind="quiet" onClick={() => setChosen(proposals[0]?.slot ?? anyTime(meeting, all))}>
          {t.otherTime}
        </Button>
      ) : null}
      {chosen ? <ConfirmSlot meeting={meeting} start={chosen} onClose={() => setChosen(undefined)} /> : null}
    </section>
  )
}

const anyTime = (meeting: Meeting, all: readonly Availability[]): Slot =>
  all[0]?.time_slots[0] ?? {
    slot_date: meeting.start_date,
    start_time: meeting.start_time,
    end_time: meeting.end_time,
  }

function ProposalItem(props: Props & { proposal: Proposal; onChoose: (() => void) | undefined }) {
  const { meeting, all, proposal, onChoose } = props
  const { slot, free } = proposal
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const names = all
    .filter(each => free.includes(each.participant.id))
    .map(each => each.participant.display_name)
  const from = instantOf({ date: slot.slot_date, time: slot.start_time }, meeting.timezone)
  return (
    <li className="row item proposal">
      <span className="grow">
        <strong>
          {dateWords(slot.slot_date, language)}, {hoursWords(slot, language)}
        </strong>
        <br />
        <span className="soft" title={names.join(', ')}>
          {t.free(free.length, all.length)}
          {proposal.maybe.length > 0 ? ` · ${t.maybeMore(proposal.maybe.length)}` : ''}
          {meeting.timezone === timezone() ? '' : ` · ${t.yourTime(timeText(from, language))}`}
        </span>
      </span>
      {onChoose ? <Button onClick={onChoose}>{t.choose}</Button> : null}
    </li>
  )
}

export function Participants({ meeting, all }: Props) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const hours = (each: Availability) =>
    (cellsOf(meeting, each.time_slots).size * meeting.time_slot_minutes) / 60
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (
    <section className="card panel" aria-labelledby="people-title">
      <h2 id="people-title">
        {t.people} <span className="soft">{all.length > 0 ? all.length : ''}</span>
      </h2>
      {all.length === 0 ? <p className="soft">{t.nobody}</p> : null}
      <ul className="plain-list">
        {all.map(each => (
          <li key={each.participant.id} className="row item">
            <span className="grow" dir="auto">
              {each.participant.display_name}
              {each.participant.is_guest ? <span className="chip guest-chip">{t.guest}</span> : null}
            </span>
            <span className="soft">{hours(each) > 0 ? t.hours(number.format(hours(each))) : t.noTimes}</span>
            {each.participant.is_guest && isMine(meeting) ? (
              <RemoveGuest meetingId={meeting.id} participant={each.participant} />
            ) : null}
          </li>
        ))}
      </ul>
      {isMine(meeting) && meeting.confirmed_slot === null && isShared(meeting) ? (
        <Remind meetingId={meeting.id} />
      ) : null}
    </section>
  )
}

const isShared = ({ visibility }: Meeting): boolean => (visibility?.level ?? 'private') !== 'private'
