import type { SearchHit, SearchKind } from '@daymark/contract/search/search'
import { hitsIn, searchWords } from '@daymark/contract/search/search-text'
import { useMemo } from 'react'
import { calendarDateText, dateTimeText } from '../design/format.ts'
import { Icon, type IconName } from '../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../session/language.tsx'
import { useOwnerName } from '../sharing/owner.ts'
import { searchTexts } from './texts.ts'

const ICONS: Record<SearchKind, IconName> = {
  todo: 'todos',
  schedule: 'calendar',
  timer: 'timers',
  tag: 'tags',
  meeting: 'meetings',
  person: 'people',
}

export interface HitActions {
  open(hit: SearchHit): void
  complete(hit: SearchHit): void
  start(hit: SearchHit): void
}

type HitAction = Exclude<keyof HitActions, 'open'>

export const canComplete = (hit: SearchHit): boolean =>
  hit.kind === 'todo' && !hit.is_shared && (hit.status === 'UNSCHEDULED' || hit.status === 'SCHEDULED')

export const canStart = (hit: SearchHit): boolean =>
  !hit.is_shared && (hit.kind === 'todo' || hit.kind === 'schedule' || hit.kind === 'timer')

interface Props {
  hit: SearchHit
  query: string
}

export function HitRow({ hit, query }: Props) {
  const t = useTexts(searchTexts)
  const { language } = useLanguage()
  const ownerName = useOwnerName()
  const title = hit.title ?? t.untitled
  const owner = hit.is_shared ? ownerName(hit.owner_id) : undefined
  const isDone = hit.status === 'DONE' || hit.status === 'CANCELLED'
  const facts = [
    t.kind[hit.kind],
    hit.start === null ? undefined : momentText(hit.start, language),
    hit.is_series ? t.repeats : undefined,
    hit.status === null || hit.status === 'PLANNED' ? undefined : t.statuses[hit.status],
    owner === undefined ? undefined : t.sharedBy(owner),
  ].filter(fact => fact !== undefined)
  return (
    <>
      <Icon name={ICONS[hit.kind]} size={18} />
      <span className="search-hit">
        <span className={isDone ? 'search-title is-done' : 'search-title'} dir="auto">
          <Marked text={title} query={query} />
        </span>
        {hit.excerpt === null ? null : (
          <span className="search-excerpt" dir="auto">
            <Marked text={hit.excerpt} query={query} />
          </span>
        )}
        <span className="search-facts">{facts.join(' · ')}</span>
      </span>
      {canComplete(hit) ? <ActionMark action="complete" icon="check" label={t.complete} /> : null}
      {canStart(hit) ? <ActionMark action="start" icon="play" label={t.startTimer} /> : null}
    </>
  )
}

interface MarkProps {
  action: HitAction
  icon: IconName
  label: string
}

/**
 * For mouse and touch only, because an option must not contain a button. The list has keyboard shortcuts for the same
 * actions.
 */
const ActionMark = ({ action, icon, label }: MarkProps) => (
  <span className="search-action" data-action={action} title={label} aria-hidden="true">
    <Icon name={icon} size={18} />
  </span>
)

/** Returns the clicked action, or `open` for a click elsewhere in the row. */
export function pressedAction(target: EventTarget): keyof HitActions {
  const action =
    target instanceof Element ? target.closest('[data-action]')?.getAttribute('data-action') : null
  return action === 'complete' || action === 'start' ? action : 'open'
}

function Marked({ text, query }: { text: string; query: string }) {
  const parts = useMemo(() => {
    const all: { text: string; isHit: boolean; at: number }[] = []
    let at = 0
    for (const [start, end] of hitsIn(text, searchWords(query))) {
      if (start > at) all.push({ text: text.slice(at, start), isHit: false, at })
      all.push({ text: text.slice(start, end), isHit: true, at: start })
      at = end
    }
    if (at < text.length) all.push({ text: text.slice(at), isHit: false, at })
    return all
  }, [text, query])
  return parts.map(part => (part.isHit ? <mark key={part.at}>{part.text}</mark> : part.text))
}

/** A date without a time has ten characters. */
const momentText = (moment: string, language: Language): string =>
  moment.length === 10 ? calendarDateText(moment, language) : dateTimeText(moment, language)
