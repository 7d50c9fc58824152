// Summarizes a batch in the user's language, because the server's summary is in English.
import type { HistoryEntry, HistoryItem } from '@daymark/contract/history'
import type { Language } from '../session/language.tsx'
import type { HistoryTexts } from './texts-en.ts'

export function summaryText(item: HistoryItem, language: Language, t: HistoryTexts): string {
  if (language === 'en') return item.summary
  const [first] = item.entries.toSorted((a, b) => rank(a) - rank(b))
  if (!first) return t.vias[item.via] ?? item.via
  const sentence = korean(first, item, t)
  // Names the undo explicitly, because "Undo: added" could also mean that adding was undone.
  return item.via === 'undo' ? `실행 취소로 ${sentence}` : sentence
}

function korean(
  first: HistoryEntry,
  { entries, via, more_entries = 0 }: HistoryItem,
  t: HistoryTexts,
): string {
  const split = entries.length === 2 && first.action === 'created' ? entries.find(isCorrection) : undefined
  if (split) return `${nameOf(split, t)} 나누기`
  const more = PEOPLE.includes(first.kind) ? 0 : entries.length + more_entries - 1
  return (
    (started(first, via, t) ?? phrase(first, via === 'undo' ? '복원' : '추가', t)) +
    (more > 0 ? ` 외 ${more}개` : '')
  )
}

const KINDS = ['tag_group', 'todo', 'schedule', 'meeting', 'tag', 'timer']
/**
 * Kinds that involve another person, most important first. In a batch, the most important kind is the user's action,
 * and the others follow from it.
 */
const PEOPLE = ['block', 'friend', 'friend_request']
const PEOPLE_PHRASES: Record<string, string> = {
  'block created': '사용자 차단',
  'block deleted': '차단 해제',
}
const ACTIONS = ['deleted', 'created', 'updated']

/** Returns a lower number for the item that the user changed than for items that changed as a side effect. */
function rank({ action, kind, changed }: HistoryEntry): number {
  if (kind === 'focus') return -1
  if (PEOPLE.includes(kind)) return PEOPLE.indexOf(kind) - PEOPLE.length - 1
  // A new deadline also changes a calendar entry, but the user changed the todo.
  if (kind === 'todo' && action === 'updated' && dueChange(changed)) return -1
  const place = KINDS.indexOf(kind)
  return ACTIONS.indexOf(action) * (KINDS.length + 1) + (place < 0 ? KINDS.length : place)
}

const dueChange = (changed: HistoryEntry['changed']) => changed['deadline_date'] ?? changed['deadline']

/** True if the change removed the deadline. */
const isCleared = (changed: HistoryEntry['changed']): boolean =>
  dueChange(changed) !== undefined && !changed['deadline']?.after && !changed['deadline_date']?.after

const isCorrection = ({ kind, action, changed }: HistoryEntry): boolean =>
  kind === 'timer' && action === 'updated' && changed['corrected_at'] !== undefined

const nameOf = ({ kind, title }: HistoryEntry, t: HistoryTexts): string =>
  title === null ? (t.nouns[kind] ?? kind) : `“${title}”`

/** Adds the kind to the title, as in `“보고서” 타이머`, for phrases that only fit timers and focus runs. */
const withNoun = ({ kind, title }: HistoryEntry, t: HistoryTexts): string =>
  `${title === null ? '' : `“${title}” `}${t.nouns[kind] ?? kind}`

/**
 * Describes the start of a timer or focus run. Excludes undone deletions, imports and manually added time, because they
 * create timers without starting them.
 */
function started(entry: HistoryEntry, via: HistoryItem['via'], t: HistoryTexts): string | undefined {
  const { kind, action, changed } = entry
  if (action !== 'created' || via === 'undo' || via === 'import') return undefined
  const isStarted = kind === 'focus' || (kind === 'timer' && changed['status']?.after === 'RUNNING')
  return isStarted ? `${withNoun(entry, t)} 시작` : undefined
}

const TIMER_PHRASES: Record<string, string> = {
  'RUNNING PAUSED': '일시정지',
  'PAUSED RUNNING': '재개',
  'RUNNING COMPLETED': '종료',
  'PAUSED COMPLETED': '종료',
  'RUNNING CANCELLED': '취소',
  'PAUSED CANCELLED': '취소',
}

function phrase(entry: HistoryEntry, added: string, t: HistoryTexts): string {
  const { action, kind, changed } = entry
  const withPerson = PEOPLE_PHRASES[`${kind} ${action}`]
  if (withPerson !== undefined) return withPerson
  const name = nameOf(entry, t)
  if (action !== 'updated') return `${name} ${action === 'created' ? added : '삭제'}`
  const { before, after } = changed['status'] ?? {}
  if (changed['occurrence_deleted']?.after) return `${name} 개별 일정 삭제`
  if (changed['occurrence_deleted']?.before) return `${name} 개별 일정 복원`
  if (after === 'DONE') return `${name} 완료`
  if (before === 'DONE') return `${name} 다시 열기`
  if (changed['corrected_at']) return `${name} 시간 수정`
  const ofTimer = kind === 'timer' ? TIMER_PHRASES[`${String(before)} ${String(after)}`] : undefined
  if (ofTimer !== undefined) return `${withNoun(entry, t)} ${ofTimer}`
  if (isCleared(changed)) return `${name} 마감 삭제`
  if (changed['deadline_date']?.after) return `${name} 마감일 변경`
  if (dueChange(changed) ?? changed['start_time']) return `${name} 시간 변경`
  const renamed = changed['title'] ?? changed['name'] ?? changed['occurrence_title']
  // Timers and occurrences may have no title of their own, so the old or new title may be missing.
  if (renamed?.before && renamed.after)
    return `“${String(renamed.before)}” → “${String(renamed.after)}” 이름 변경`
  if (changed['position']) return `${name} 순서 변경`
  const fields = Object.keys(changed)
  if (fields.length > 0 && fields.every(field => field.startsWith('occurrence_')))
    return `${name} 개별 일정 변경`
  return `${name} 변경`
}
