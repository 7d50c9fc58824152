import type { HistoryEntry, HistoryItem } from '@daymark/contract/history'
import { type ReactNode, useState } from 'react'
import { calendarDateText, dateTimeText, durationText, timeText, weekdayText } from '../design/format.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useFriends } from '../sharing/sharing.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { type FieldChange, type FieldWords, fieldChanges } from './field-words.ts'
import { summaryText } from './summary.ts'
import { historyTexts } from './texts.ts'

interface Props {
  item: HistoryItem
  /** Includes the date, for lists that are not grouped by day. */
  isDated?: boolean
  children?: ReactNode
}

export function Batch({ item, isDated = false, children }: Props) {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const time = isDated ? dateTimeText(item.at, language) : timeText(item.at, language)
  const named = item.via === 'mcp' ? t.assistant : t.token
  const via = item.token_name === null ? t.vias[item.via] : named(item.token_name)
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={`batch ${item.undone_by === null ? '' : 'is-undone'}`}>
      <div className="row batch-head">
        <span className="grow">
          <span className="batch-summary" dir="auto">
            {summaryText(item, language, t)}
          </span>
          <span className="soft batch-facts">
            <time dateTime={item.at}>{time}</time> · <bdi>{via}</bdi>
            {item.undone_by === null ? null : ` · ${t.undone}`}
          </span>
        </span>
        <span className="row batch-actions">{children}</span>
      </div>
      {item.entries.length > 0 ? (
        <details className="batch-details" onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{t.details(item.entries.length + (item.more_entries ?? 0))}</summary>
          {/* Renders the entries only while the details are open, because most details are never read. */}
          {isOpen ? <Entries entries={item.entries} /> : null}
          {isOpen && item.more_entries !== undefined ? (
            <p className="soft">{t.moreEntries(item.more_entries)}</p>
          ) : null}
        </details>
      ) : null}
    </li>
  )
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTexts(historyTexts)
  const words = useFieldWords(entries)
  return (
    <ul className="plain-list batch-entries">
      {entries.map(entry => (
        <li key={`${entry.kind} ${entry.id}`}>
          <strong>
            <bdi>{entry.title ?? (entry.kind === 'preferences' ? t.kinds[entry.kind] : t.untitled)}</bdi>
          </strong>{' '}
          <span className="soft">
            {t.nouns[entry.kind]} · {t.actions[entry.action]}
          </span>
          <Fields changes={fieldChanges(entry, words)} />
        </li>
      ))}
    </ul>
  )
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  const t = useTexts(historyTexts)
  if (changes.length === 0) return <p className="soft">{t.noFields}</p>
  return (
    <dl className="batch-fields">
      {changes.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd dir="auto">
            {before === undefined ? null : <del>{before}</del>}
            {before !== undefined && after !== undefined ? (
              <>
                <span className="visually-hidden"> {t.becomes} </span>
                <span aria-hidden="true"> → </span>
              </>
            ) : null}
            {after === undefined ? null : <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Includes the names of tags, groups, friends and other items in the batch, because the fields of history entries
 * contain only ids.
 */
function useFieldWords(entries: readonly HistoryEntry[]): FieldWords {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const groups = useTagGroups().data ?? []
  const friends = useFriends().data ?? []
  const named = groups.flatMap(group => [group, ...group.tags])
  return {
    t,
    names: new Map([
      ...named.map(({ id, name }): [string, string] => [id, name]),
      ...friends.map(({ user_id, display_name }): [string, string] => [user_id, display_name]),
      ...entries.map(({ id, title }): [string, string] => [id, title ?? t.untitled]),
    ]),
    dateTime: at => dateTimeText(at, language),
    date: date => calendarDateText(date, language),
    duration: ms => durationText(ms, language),
    weekday: day => weekdayText(day, language),
  }
}
