// Lists the timers that make up a number in a report. The user can correct them here.
import { Link } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { calendarDateText, durationText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Empty, Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { AddTimeButton } from '../../timers/corrections/add-time-button.tsx'
import { TimerRow } from '../../timers/timer-row.tsx'
import '../../timers/timers.css'
import { byDay, useRemoveTimer } from '../../timers/use-history.ts'
import { reportTexts } from '../texts.ts'
import type { Slice } from './slice.ts'
import { MOST_BEHIND, useBehind } from './use-behind.ts'

/** A number in a report that the user selected. */
export interface Selected {
  title: string
  slice: Slice
}

export function TimersDialog({ selected, onClose }: { selected: Selected; onClose: () => void }) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { slice, title } = selected
  const query = useBehind(slice)
  const { data, isCut } = query
  const remove = useRemoveTimer()
  const total = data?.reduce((sum, { ms }) => sum + ms, 0) ?? 0
  return (
    <Dialog wide title={t.behind(title)} onClose={onClose}>
      <Missing query={query} skeleton={<Skeleton lines={4} height={34} />} />
      {data?.length === 0 ? (
        <Empty title={t.behindNone}>
          <p>{t.behindNoneHint}</p>
          <AddTimeButton />
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <p className="soft" role="status">
          {t.behindTotal(durationText(total, language), data.length)}
        </p>
      ) : null}
      {isCut ? <p className="notice">{t.behindMore(MOST_BEHIND)}</p> : null}
      {byDay(data?.map(({ timer }) => timer) ?? []).map(([day, timers]) => (
        <div key={day}>
          <h3>{calendarDateText(day, language)}</h3>
          <ul className="plain-list">
            {timers.map(timer => (
              <TimerRow key={timer.id} timer={timer} onRemove={() => remove(timer)} />
            ))}
          </ul>
        </div>
      ))}
      <div className="row spread">
        <Button onClick={onClose}>{t.close}</Button>
        <Link href={`/calendar/${localOf(slice.from, timezone()).date}`}>{t.openCalendar}</Link>
      </div>
    </Dialog>
  )
}
