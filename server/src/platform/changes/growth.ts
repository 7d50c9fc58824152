// Computes how changes affect the totals of their owner, and checks the owner's quotas. Pure.
import { conflict } from '../kernel/errors.ts'
import { TOTALS } from '../storage/tables/changes.ts'
import { TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { NetRow } from './recording/net-rows.ts'

export type Total = (typeof TOTALS)[number]
export type TotalAmounts = Readonly<Record<Total, number>>

export interface Growth extends TotalAmounts {
  /**
   * The full size of every written text in bytes, even if the text replaced a longer one. Excludes the few bytes that a
   * timer or focus command appends.
   */
  readonly written: number
}

export const QUOTA_KINDS = TOTALS.filter(name => name !== 'shares')
export type QuotaKind = (typeof QUOTA_KINDS)[number]

/** The maximum of each kind per person; 0 means no limit. */
export type Quotas = Readonly<Record<QuotaKind, number>>

export const NO_GROWTH: Growth = {
  tag_groups: 0,
  tags: 0,
  todos: 0,
  schedules: 0,
  timers: 0,
  meetings: 0,
  bytes: 0,
  history_bytes: 0,
  shares: 0,
  written: 0,
}

/** The approximate size of a row and its index entries, without its texts. */
export const ROW_BYTES = 100

/** A timer or focus command appends at most this much to each column. */
const APPENDED_BYTES = 40

const tables = new Map(TRACKED_TABLES.map(table => [table.name, table]))
const itemTables: ReadonlySet<string> = new Set(TOTALS)

export function growthOf(rows: readonly NetRow[]): Growth {
  const sum: Record<keyof Growth, number> = { ...NO_GROWTH }
  for (const { table, before, after, changed } of rows) {
    const { counted: columns, appended = [] } = tables.get(table) ?? {}
    if (!columns) continue
    const added = Number(after !== null) - Number(before !== null)
    sum.bytes += added * ROW_BYTES
    for (const name of columns) {
      if (!changed.includes(name)) continue
      const size = textBytes(after?.[name])
      const more = size - textBytes(before?.[name])
      sum.bytes += more
      if (more > APPENDED_BYTES || !appended.includes(name)) sum.written += size
    }
    const total = table === 'visibility' ? 'shares' : itemTables.has(table) ? (table as Total) : undefined
    if (total) sum[total] += added
  }
  return sum
}

export function totalGrowth(parts: readonly { readonly growth: Growth }[], historyBytes: number): Growth {
  const sum: Record<keyof Growth, number> = { ...NO_GROWTH, history_bytes: historyBytes }
  for (const { growth } of parts) {
    if (growth === NO_GROWTH) continue
    for (const name of TOTALS) sum[name] += growth[name]
    sum.written += growth.written
  }
  return sum
}

const textBytes = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : 0)

const WORDS: Record<QuotaKind, string> = {
  tag_groups: 'tag groups',
  tags: 'tags',
  todos: 'todos',
  schedules: 'calendar entries',
  timers: 'timers',
  meetings: 'meeting polls',
  bytes: 'stored data',
  history_bytes: 'history',
}

/** Deletions and commands to existing timers always work, because only new items and new text count toward a quota. */
export function requireWithinQuotas(quotas: Quotas, growth: Growth, totals: TotalAmounts): void {
  const checked = QUOTA_KINDS.filter(
    name => growth[name] > 0 && (!name.endsWith('bytes') || growth.written > 0),
  )
  const exceeded = checked.find(name => quotas[name] > 0 && totals[name] > quotas[name])
  if (exceeded === undefined) return
  const most = quotas[exceeded]
  const amount = exceeded.endsWith('bytes') ? `${sizeText(most)} of` : most.toLocaleString('en-US')
  throw conflict(
    `You have reached the limit of ${amount} ${WORDS[exceeded]}. ${REMEDIES[exceeded] ?? 'Delete some first.'}`,
  )
}

const MEGABYTE = 1_048_576
const sizeText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${bytes.toLocaleString('en-US')} bytes`
    : `${Math.floor(bytes / MEGABYTE).toLocaleString('en-US')} MB`

const REMEDIES: Partial<Record<QuotaKind, string>> = {
  bytes: 'Delete or shorten something first.',
  history_bytes: 'Empty the trash, or wait until old entries expire.',
}
