import type { Schedule } from '@daymark/contract/planning/schedule'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { timeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { dayTexts } from '../texts.ts'
import { type DaySpan, HOUR_MS, hoursOf, percentAt } from './geometry.ts'
import './timeline.css'
import { useDragParts, usePreview } from './use-time-drag.ts'

interface Props {
  day: DaySpan
  now: number
  /** The time to scroll to when the day opens. Undefined while the day is loading. */
  first: number | undefined
  allDay: readonly Schedule[]
  isDeadline: (entry: Schedule) => boolean
  heads: { corner: ReactNode; onAddEntry: () => void; onAddTime: () => void }
  onOpen: (entry: Schedule) => void
  children: ReactNode
}

export function Timeline({ day, now, first, allDay, isDeadline, heads, onOpen, children }: Props) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const { refs } = useDragParts()
  const isDragging = usePreview(preview => preview !== undefined)
  const hours = hoursOf(day)
  const timeline = (
    <section
      className={`day-timeline card ${isDragging ? 'is-dragging' : ''}`}
      ref={refs.scroller}
      aria-label={t.timeline}
      aria-busy={first === undefined}
    >
      <div className="day-top">
        <div className="lane-heads">
          {heads.corner}
          <div className="lane-head">
            <h2>{t.planned}</h2>
            <Button kind="quiet" onClick={heads.onAddEntry}>
              <Icon name="plus" size={15} /> {t.addEntry}
            </Button>
          </div>
          <div className="lane-head">
            <h2>{t.tracked}</h2>
            <Button kind="quiet" onClick={heads.onAddTime}>
              <Icon name="plus" size={15} /> {t.addTime}
            </Button>
          </div>
        </div>
        {allDay.length > 0 ? (
          <div className="day-all-day">
            <span className="soft">{t.allDay}</span>
            <div className="row">
              {allDay.map(entry => (
                <button
                  key={entry.id}
                  type="button"
                  className="chip all-day-entry"
                  style={{ '--chip': entry.tags[0]?.color } as React.CSSProperties}
                  onClick={() => onOpen(entry)}
                >
                  {isDeadline(entry) ? <Icon name="flag" size={13} /> : null}
                  <bdi>{entry.title}</bdi>
                  {isDeadline(entry) ? <span className="visually-hidden">, {t.deadlineKind}</span> : null}
                </button>
              ))}
            </div>
          </div>
        ) : null}
      </div>
      <div className="day-lanes" style={{ '--hours': hours.length } as React.CSSProperties}>
        <div className="day-axis" aria-hidden="true">
          {hours.map(hour => (
            // The key is the same on every day, so that React reuses the elements.
            <span key={hour - day.from} style={{ top: `${percentAt(day, hour)}%` }}>
              {timeText(hour, language)}
            </span>
          ))}
        </div>
        {children}
        {now >= day.from && now < day.to ? (
          <div className="day-now" style={{ top: `${percentAt(day, now)}%` }} />
        ) : null}
      </div>
    </section>
  )
  return (
    <>
      {timeline}
      {first === undefined ? null : (
        // Rendered outside the timeline element. Inside it, the effect would run before the element's ref is set.
        <ScrollTo key={day.from} part={percentAt(day, first - HOUR_MS / 2) / 100} />
      )}
    </>
  )
}

/** Scrolls only when the day opens, because later changes must not move the page. */
function ScrollTo({ part }: { part: number }) {
  const { refs } = useDragParts()
  const [target] = useState(part)
  useLayoutEffect(() => {
    const scroller = refs.scroller.current
    const lanes = refs.planned.current
    if (scroller && lanes) scroller.scrollTop = target * lanes.clientHeight
  }, [refs, target])
  return null
}
