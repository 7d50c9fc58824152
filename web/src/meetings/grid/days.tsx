// Shows the days of a poll seven at a time.
import { useMemo, useState } from 'react'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { meetingTexts } from '../texts.ts'
import { dateWords } from '../words.ts'
import { daysOf, type Frame } from './grid.ts'

const DAYS_SHOWN = 7

export function useDays(meeting: Frame) {
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
