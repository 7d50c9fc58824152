// Inputs and outputs that several tools share.
import { DateFilter, DateOnly, IanaZone, UuidIn } from '@daymark/contract/words'
import Type from 'typebox'
import type { ToolContext } from './tool.ts'

/** Rejects unknown fields, so that an assistant notices a misspelled one. */
export const strict = { additionalProperties: false } as const

/** The time zone of a tool's input and output. */
const zoned = { timezone: Type.Optional(IanaZone) }

export const readInput = <F extends Type.TProperties>(fields: F) =>
  Type.Object({ ...fields, ...zoned }, strict)

export const writeInput = <F extends Type.TProperties>(fields: F) =>
  Type.Object({ ...fields, ...zoned, dry_run: Type.Optional(Type.Boolean()) }, strict)

/** The output of every write except `undo_changes`. `undo_id` is missing if nothing changed and in a dry run. */
export const written = { undo_id: Type.Optional(Type.String()), dry_run: Type.Boolean() }

export const Id = UuidIn
export const Day = DateOnly
export const When = DateFilter

/**
 * Tools return these values for the fields of `written`. `runTool` replaces them once it knows whether anything
 * changed.
 */
export const UNWRITTEN = { dry_run: false }

export const todayOf = ({ zone, now }: ToolContext): string => zone.format(now).slice(0, 10)

export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** Returns the first day of the date's week. A week begins on the person's first weekday, or on Monday. */
export const weekStart = (date: string, firstDay: number | null): string =>
  addDays(date, -((Temporal.PlainDate.from(date).dayOfWeek - 1 - (firstDay ?? 0) + 7) % 7))

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
