import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useMemo, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { meetingTexts } from '../texts.ts'
import { useOwnEntries } from '../use-meetings.ts'
import { busyCells } from './busy.ts'
import { useDays } from './days.tsx'
import { type Marks, marksOf } from './grid.ts'
import { Legend, ModeChoice } from './legend.tsx'
import { namesByCell } from './names.ts'
import { PaintGrid } from './paint-grid.tsx'
import { usePainting } from './use-painting.ts'

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
  const own = useMemo(() => marksOf(meeting, mine), [meeting, mine])
  const [mode, setMode] = useState<keyof Marks>('free')
  const others = useMemo(
    () =>
      namesByCell(
        meeting,
        all
          .filter(each => each !== mine)
          .map(({ participant, ...answer }) => ({ ...answer, display_name: participant.display_name })),
      ),
    [meeting, all, mine],
  )
  const clear = () => {
    paint(() => ({ free: new Set(), maybe: new Set() }))
    toast(t.cleared, { name: t.undo, run: () => paint(() => own) })
  }
  return (
    <section className="card panel poll-board" aria-label={t.grid}>
      <div className="row spread">
        {pager}
        {mine ? (
          <div className="row">
            <span className="soft" role="status">
              {state === 'saving' ? t.saving : state === 'saved' ? t.saved : ''}
            </span>
            <Button kind="quiet" onClick={clear} disabled={own.free.size + own.maybe.size === 0}>
              {t.clear}
            </Button>
          </div>
        ) : null}
      </div>
      {meeting.timezone === timezone() ? null : (
        <p className="soft">{t.zoneNote(meeting.timezone, timezone())}</p>
      )}
      {mine ? <ModeChoice mode={mode} onChange={setMode} /> : null}
      <PaintGrid
        {...{ meeting, days, own, busy, mode }}
        others={others.free}
        othersMaybe={others.maybe}
        people={all.length}
        paint={mine ? paint : undefined}
      />
      <Legend paints={mine !== undefined} />
      {mine ? <p className="soft">{t.paintHint}</p> : null}
    </section>
  )
}
