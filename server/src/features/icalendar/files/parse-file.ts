import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import type { Parsed } from '../../../platform/uploads/parser.ts'
import type { FileProblem } from './file-components.ts'
import type { FileItem } from './file-item.ts'

/** The name of the parser of calendar files in the parser process. */
export const CALENDAR_PARSER = 'calendar'

export interface CalendarOptions {
  /** Times without a zone are in this zone. */
  ownerZone: string
}

/** The number of entries of each kind, some of which may turn out to be unreadable. */
export interface FileHead {
  schedules: number
  todos: number
}

export interface FileSummary {
  /** The number of problems, including those that `problems` leaves out. */
  skipped: number
  /** The first problems, in the order of the file. */
  problems: FileProblem[]
  losses: [ImportLossKind, number][]
}

export type ParsedCalendar = Parsed<FileHead, { item: FileItem }, FileSummary>
