// The availability grid with paging, the user's own calendar, a legend and the save status.
import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useMemo, useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { meetingTexts } from '../texts.ts'
import { useOwnEntries } from '../use-meetings.ts'
import { dateWords } from '../words.ts'
import { busyCells } from './busy.ts'
import { type Cell, cellsOf, daysOf, freeByCell } from './grid.ts'
import { PaintGrid } from './paint-grid.tsx'
import { usePainting } from './use-painting.ts'

const DAYS_SHOWN = 7

interface Props {
  meeting: Meeting
  all: readonly Availability[]
  mine: Availability | undefined
}

export function Board({ meeting, all, mine }: Props) {
  const t = useTexts(meetingTexts)
  const toast = useToast()
  const { days, pager } = useDays(meeting)
  const { paint, state } = usePainting(meeting, mine?.participant.id)
  const entries = useOwnEntries(days, meeting.timezone)
  const busy = useMemo(
    () => busyCells(meeting, days, entries.data ?? [], meeting.timezone),
    [meeting, days, entries.data],
  )
  const own = useMemo(() => cellsOf(meeting, mine?.time_slots ?? []), [meeting, mine])
  const others = useMemo(() => namesByCell(meeting, all, mine), [meeting, all, mine])
  const clear = () => {
    paint(() => new Set())
    toast(t.cleared, { name: t.undo, run: () => paint(() => own) })
  }
  return (
    <section className="card panel board" aria-label={t.grid}>
      <div className="row spread">
        {pager}
        {mine ? (
          <div className="row">
            <span className="soft" role="status">
              {state === 'saving' ? t.saving : state === 'saved' ? t.saved : ''}
            </span>
            <Button kind="quiet" onClick={clear} disabled={own.size === 0}>
              {t.clear}
            </Button>
          </div>
        ) : null}
      </div>
      {meeting.timezone === timezone() ? null : (
        <p className="soft">{t.zoneNote(meeting.timezone, timezone())}</p>
      )}
      <PaintGrid
        {...{ meeting, days, others, own, busy }}
        people={all.length}
        paint={mine ? paint : undefined}
      />
      <Legend paints={mine !== undefined} />
      {mine ? <p className="soft">{t.paintHint}</p> : null}
    </section>
  )
}

function namesByCell(meeting: Meeting, all: readonly Availability[], mine: Availability | undefined) {
  const names = new Map(all.map(each => [each.participant.id, each.participant.display_name]))
  const free = freeByCell(
    meeting,
    all.filter(each => each !== mine),
  )
  return new Map<Cell, string[]>([...free].map(([cell, ids]) => [cell, ids.map(id => names.get(id) ?? '')]))
}

function useDays(meeting: Meeting) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const [page, setPage] = useState(0)
  const all = useMemo(() => daysOf(meeting), [meeting])
  const last = Math.max(0, Math.ceil(all.length / DAYS_SHOWN) - 1)
  const at = Math.min(page, last)
  const days = useMemo(() => all.slice(at * DAYS_SHOWN, (at + 1) * DAYS_SHOWN), [all, at])
  const [from, to] = [days[0], days.at(-1)]
  const shown = from && to ? t.daysShown(dateWords(from, language), dateWords(to, language)) : ''
  const pager = (
    <div className="row pager">
      {last > 0 ? (
        <IconButton name={t.earlier} disabled={at === 0} onClick={() => setPage(at - 1)}>
          <Icon name="left" />
        </IconButton>
      ) : null}
      <h2>{shown}</h2>
      {last > 0 ? (
        <IconButton name={t.later} disabled={at === last} onClick={() => setPage(at + 1)}>
          <Icon name="right" />
        </IconButton>
      ) : null}
    </div>
  )
  return { days, pager }
}

function Legend({ paints }: { paints: boolean }) {
  const t = useTexts(meetingTexts)
  return (
    <div className="row legend soft" aria-hidden="true">
      <span className="row">
        {t.legendNone}
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <span
            key={share}
            className="poll-cell sample"
            style={{ '--share': share } as React.CSSProperties}
          />
        ))}
        {t.legendAll}
      </span>
      {paints ? (
        <span className="row">
          <span className="poll-cell sample own" /> {t.legendOwn}
        </span>
      ) : null}
      <span className="row">
        <span className="poll-cell sample busy" /> {t.legendBusy}
      </span>
    </div>
  )
}
