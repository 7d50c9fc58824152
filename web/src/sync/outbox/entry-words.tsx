import type { OutboxEntry } from '@daymark/client'
import { calendarDateText, dateTimeText, durationText, weekdayText } from '../../design/format.ts'
import { fieldChanges } from '../../history/field-words.ts'
import { historyTexts } from '../../history/texts.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { chosenValues, entryTitle, typedTexts } from './entry-text.ts'
import { useItemName } from './item-name.ts'
import { occurrenceDay } from './reasons/occurrence-day.ts'
import { occurrencesText, reasonText } from './reasons/reason.ts'
import { titleTexts } from './title-texts.ts'

export function EntryWords({ entry }: { entry: OutboxEntry }) {
  const t = useTexts(titleTexts)
  const { language } = useLanguage()
  const occurrences = occurrencesText(entry, language, occurrenceDay(language))
  const name = useItemName(entry)
  const typed = typedTexts(entry)
  return (
    <span className="grow entry-words">
      <strong>
        {entryTitle(entry, t)}
        {name === undefined || typed.includes(name) ? null : (
          <>
            : <bdi>{name}</bdi>
          </>
        )}
      </strong>
      {occurrences === undefined ? null : <span className="soft">{occurrences}</span>}
      {typed.map(text => (
        <span key={text} className="entry-typed" dir="auto">
          {text}
        </span>
      ))}
      <ChosenValues entry={entry} />
      {entry.error ? <span className="fault">{reasonText(entry, entry.error, language)}</span> : null}
    </span>
  )
}

function ChosenValues({ entry }: { entry: OutboxEntry }) {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const words = {
    t,
    names: new Map<string, string>(),
    dateTime: (at: string) => dateTimeText(at, language),
    date: (date: string) => calendarDateText(date, language),
    duration: (ms: number) => durationText(ms, language),
    weekday: (day: number) => weekdayText(day, language, 'long'),
  }
  const changed = chosenValues(entry)
  const shown = {
    kind: entry.kind ?? 'todo',
    id: entry.id ?? '',
    action: 'updated',
    title: null,
    changed,
  } as const
  return fieldChanges(shown, words).map(({ field, label, after }) => (
    <span key={field} className="soft">
      {label}: <bdi>{after}</bdi>
    </span>
  ))
}
