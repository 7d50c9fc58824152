// Today's calendar entries, each with a button that starts a timer.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useTimerControl } from '../timers/live/control.ts'
import { usePlanned } from './day.ts'
import { todayTexts } from './texts.ts'

export function Planned() {
  const t = useTexts(todayTexts)
  const query = usePlanned()
  const { data } = query
  return (
    <section className="card panel" aria-labelledby="planned-title">
      <div className="row spread">
        <h2 id="planned-title">{t.planned}</h2>
        <Link href="/calendar">{t.openCalendar}</Link>
      </div>
      <Missing query={query} skeleton={<Skeleton />} />
      {data?.length === 0 ? (
        <Empty title={t.nothingPlanned}>
          <p>{t.plannedHint}</p>
        </Empty>
      ) : null}
      <ul className="plain-list">
        {data?.map(schedule => (
          <PlannedItem key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  )
}

const HOUR_S = 3_600

function PlannedItem({ schedule }: { schedule: Schedule }) {
  const t = useTexts(todayTexts)
  const { language } = useLanguage()
  const control = useTimerControl()
  const length = (Date.parse(schedule.end_time) - Date.parse(schedule.start_time)) / 1000
  const seconds = schedule.all_day ? HOUR_S : Math.max(60, length)
  // Links the timer to the series, because an occurrence cannot be linked on its own.
  const start = () =>
    control.start({
      title: schedule.title,
      allocated_duration: seconds,
      schedule_id: schedule.parent_id ?? schedule.id,
    })
  return (
    <li className="row item">
      <span className="item-time soft">
        {schedule.all_day
          ? t.allDay
          : `${timeText(schedule.start_time, language)} – ${timeText(schedule.end_time, language)}`}
      </span>
      <span className="item-mark" style={{ '--mark': schedule.tags[0]?.color } as React.CSSProperties} />
      <span className="grow" dir="auto">
        {schedule.title}
      </span>
      {schedule.is_shared ? null : (
        <IconButton name={t.startOn(schedule.title)} onClick={start}>
          <Icon name="play" />
        </IconButton>
      )}
    </li>
  )
}
