// The common form that each source maps its files to: todos and measured times.
import { createHash } from 'node:crypto'
import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import type { FileProblem } from '../../icalendar/files/file-components.ts'
import type { FileItem } from '../../icalendar/files/file-item.ts'
import type { TaskModel } from '../../icalendar/mapping/model.ts'
import type { Due } from './dates.ts'

export interface SourceTodo {
  /** Identifies the todo in the other program, so that the next import recognizes it. */
  key: string
  line: number
  title: string
  notes?: string | null | undefined
  list?: string | null | undefined
  /** The parent's key. */
  parent?: string | null | undefined
  status?: TaskModel['status'] | undefined
  completed_at?: number | null | undefined
  created_at?: number | null | undefined
  due?: Due | null | undefined
  rule?: string | null | undefined
  priority?: number | undefined
  estimate_minutes?: number | null | undefined
  tags?: readonly string[] | undefined
}

export interface SourceTimer {
  key: string
  line: number
  title: string | null
  notes?: string | null | undefined
  start: number
  end: number
  tags?: readonly string[] | undefined
  /** The key of the todo that was worked on. */
  todo?: string | null | undefined
}

/** A timer from a file, with its todo's UID. */
export interface TimerItem {
  uid: string
  line: number
  title: string | null
  description: string | null
  start: number
  end: number
  tags: string[]
  todo_uid: string | null
}

export interface SourceFile {
  name: string
  text: string
}

export interface ReadOptions {
  zone: string
  /** The name of the uploaded file. */
  name: string | undefined
  /** Maps fields to the columns that the person assigned in a table of an unknown program, or to '' for none. */
  columns: Readonly<Record<string, string>>
}

/** Collects what a source reads. A row that cannot be read is reported and never stops the others. */
export class Reading {
  readonly todos: SourceTodo[] = []
  readonly timers: SourceTimer[] = []
  /** Items of calendar files. */
  readonly entries: FileItem[] = []
  readonly problems: FileProblem[] = []
  readonly losses = new Map<ImportLossKind, number>()
  /** The column names of the last table from an unknown program. */
  columns: string[] = []
  /** The column names of all tables from unknown programs. */
  readonly headers: string[] = []
  readonly #seen = new Map<string, number>()

  lose(what: ImportLossKind, count = 1): void {
    if (count > 0) this.losses.set(what, (this.losses.get(what) ?? 0) + count)
  }

  skip(line: number, message: string, title: string | null = null): void {
    this.problems.push({ line, message, title })
  }

  /**
   * Returns a key for an item of a program that exports no ids: a hash of the parts, and of a number that distinguishes
   * items with equal parts.
   */
  keyOf(...parts: readonly (string | null | undefined)[]): string {
    const name = JSON.stringify(parts)
    const count = (this.#seen.get(name) ?? 0) + 1
    this.#seen.set(name, count)
    return createHash('sha256').update(`${name} ${count}`).digest('hex').slice(0, 32)
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Converts an id to a string, because some programs export numbers. Returns null if there is no id. */
export const keyFrom = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null

export const joined = (...parts: readonly (string | null | undefined)[]): string | null =>
  parts.filter(part => part).join('\n\n') || null
