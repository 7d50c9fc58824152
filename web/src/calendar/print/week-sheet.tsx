import type { CSSProperties } from 'react'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { hourOptions, regionalLocale } from '../../session/region/regional.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { readersTimes, type TimesOf, timesIn } from '../entries/times.ts'
import { calendarTexts } from '../texts.ts'
import { type Block, datesFrom, type WeekLayout, type WholeDays } from './layout.ts'
import './print.css'

const UTC = { timeZone: 'UTC' } as const
const HOUR_MS = 3_600_000
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`)

export function WeekSheet({ first, layout }: { first: string; layout: WeekLayout }) {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  const locale = regionalLocale(language)
  const dates = datesFrom(first)
  const title = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...UTC }).formatRange(
    noon(first),
    noon(dates.at(-1) ?? first),
  )
  const weekday = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    ...UTC,
  })
  const lanes = Math.max(0, ...layout.whole.map(({ lane }) => lane + 1))
  return (
    <section className="print-week">
      <header>
        <h1>{title}</h1>
        <span>{t.zone(timezone())}</span>
      </header>
      <div className="print-row print-names">
        <span />
        {dates.map(date => (
          <strong key={date}>{weekday.format(noon(date))}</strong>
        ))}
      </div>
      {lanes > 0 ? (
        <div className="print-row print-whole">
          <span className="print-hour">{t.wholeDay}</span>
          {layout.whole.map(each => (
            <Bar key={each.key} bar={each} />
          ))}
        </div>
      ) : null}
      <Hours layout={layout} times={readersTimes(language)} />
    </section>
  )
}

function Bar({ bar: { entry, title, first, end, lane } }: { bar: WholeDays }) {
  return (
    <span
      className={`print-bar ${entry ? kindOf(entry) : 'holiday'}`}
      style={{ gridColumn: `${first + 2} / ${end + 2}`, gridRow: lane + 1 }}
    >
      <bdi>{title}</bdi>
    </span>
  )
}

function Hours({ layout: { days, hours }, times }: { layout: WeekLayout; times: TimesOf }) {
  const { language } = useLanguage()
  const clock = timesIn(regionalLocale(language), 'UTC', hourOptions())
  const count = hours.until - hours.from
  const numbers = Array.from({ length: count }, (_, at) => hours.from + at)
  return (
    <div className="print-hours" style={{ '--count': count, '--first': hours.from } as CSSProperties}>
      {numbers.map((hour, at) => (
        <span key={hour} className="print-line" style={{ '--at': at } as CSSProperties}>
          <span className="print-hour">{clock(hour * HOUR_MS, hour * HOUR_MS).from}</span>
        </span>
      ))}
      <div className="print-row print-days">
        <span />
        {days.map(({ date, blocks }) => (
          <div key={date} className="print-day">
            {blocks.map(block => (
              <PrintedBlock key={block.entry.id} block={block} times={times} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function PrintedBlock({ block, times }: { block: Block; times: TimesOf }) {
  const { entry, from, until, column, columns } = block
  const { from: start, until: end } = times(Date.parse(entry.start_time), Date.parse(entry.end_time))
  const style = { '--from': from / 60, '--until': until / 60, '--column': column, '--columns': columns }
  return (
    <div className={`print-block ${kindOf(entry)}`} style={style as CSSProperties}>
      <div className="print-text">
        <strong>
          <bdi>{entry.title}</bdi>
        </strong>{' '}
        <span>{end ? `${start} – ${end}` : start}</span>
        {entry.tags.length > 0 ? (
          <span>
            {' '}
            · <span dir="auto">{entry.tags.map(tag => tag.name).join(', ')}</span>
          </span>
        ) : null}
      </div>
    </div>
  )
}

const kindOf = ({ is_shared, state }: { is_shared: boolean; state: string }): string =>
  `${is_shared ? 'shared' : ''} ${state === 'COMPLETED' ? 'completed' : ''}`
