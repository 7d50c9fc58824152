import { bulkOf, type OutboxEntry } from '@daymark/client'
import type { HistoryEntry } from '@daymark/contract/history'
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import type { TitleTexts } from './title-texts-en.ts'

const METHODS: Record<string, 'create' | 'patch' | 'delete'> = {
  POST: 'create',
  PATCH: 'patch',
  PUT: 'patch',
  DELETE: 'delete',
}

/** Returns a title for the write, such as "Add todo". */
export function entryTitle(entry: OutboxEntry, t: TitleTexts): string {
  const { operation, kind } = entry
  const bulk = bulkOf(entry)
  if (bulk)
    return t.bulk[bulk.isDeletion ? 'delete' : 'patch'](t.counts[bulk.kind]?.(bulk.count) ?? bulk.kind)
  const title = t.operations[operation]
  if (title !== undefined) return title
  const verb = METHODS[operation.split(' ')[0] ?? '']
  if (kind === null || verb === undefined) return t.otherChange
  return t.phrase(t.verbs[verb], t.nouns[kind] ?? kind)
}

/** Text fields in display order. */
const TEXTS = ['title', 'name', ...ENTRY_TEXT_NAMES, 'display_name', 'friend_code', 'email']

export function typedTexts(entry: OutboxEntry): string[] {
  const fields = fieldsOf(entry)
  return TEXTS.flatMap(name => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** Fields that are not free text, in display order. */
const CHOICES = [
  'status',
  'state',
  'deadline',
  'start_time',
  'end_time',
  'segments',
  'estimate_minutes',
  'priority',
  'allocated_duration',
]

/** Returns the values in the format of the history's `changed` field. */
export function chosenValues(entry: OutboxEntry): HistoryEntry['changed'] {
  const fields = fieldsOf(entry)
  const names = entry.kind === 'preferences' ? Object.keys(fields) : CHOICES
  return Object.fromEntries(
    names.filter(name => name in fields).map(name => [name, { before: null, after: fields[name] }]),
  )
}

function fieldsOf({ body }: OutboxEntry): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {}
  const { change, ...given } = body as Record<string, unknown>
  return { ...given, ...(typeof change === 'object' ? change : undefined) }
}
