// Explains a refused change by what happened to its item.
import type { OutboxEntry } from '@daymark/client'
import { effectOf } from '@daymark/client/outbox/entry'
import { errorText } from '../../../design/errors/error-texts.ts'
import type { Language } from '../../../session/language.tsx'
import { reasonTexts } from './reason-texts.ts'

interface Reason {
  /** Undefined if only `detail` is known. */
  status?: number
  detail: string
}

/** Says what happened to the item, if the status tells it. Otherwise returns `detail`, translated if possible. */
export function reasonText(entry: OutboxEntry, { status, detail }: Reason, language: Language): string {
  const t = reasonTexts[language]
  if (effectOf(entry.operation)?.action === 'create') return errorText(detail, language)
  if (status === 404 && detail === NO_OCCURRENCE) return t.noOccurrence
  if (status === 404) return TRASHED.has(entry.kind ?? '') ? t.gone : t.goneForever
  if (status === 412) return t.changed
  if (status === 403) return t.forbidden
  return errorText(detail, language)
}

const NO_OCCURRENCE = 'The series has no such occurrence.'
const TRASHED: ReadonlySet<string> = new Set(['todo', 'schedule', 'timer', 'tag', 'tag_group', 'meeting'])

/**
 * Names the occurrences of a series that the write applies to; undefined for other writes. `dayOf` formats the original
 * start of an occurrence.
 */
export function occurrencesText(
  { query }: OutboxEntry,
  language: Language,
  dayOf: (start: string) => string,
): string | undefined {
  const { instance_start, apply_to = 'this' } = query
  const { occurrences } = reasonTexts[language]
  if (typeof instance_start !== 'string' || !isScope(apply_to)) return undefined
  return occurrences[apply_to](dayOf(instance_start))
}

const isScope = (value: unknown): value is 'this' | 'following' | 'all' =>
  value === 'this' || value === 'following' || value === 'all'
