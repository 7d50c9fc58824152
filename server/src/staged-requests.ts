// The kinds of requests that run in steps.
import { BULK_DELETION, bulkDeletion } from './features/bulk/deletion.ts'
import { stagedUndoOf } from './features/history/routes.ts'
import { type HistoryService, STAGED_ERASURE } from './features/history/service.ts'
import { STAGED_UNDO } from './features/history/staged-undo.ts'
import { CALENDAR_IMPORT, type ImportService } from './features/icalendar/imports/service.ts'
import type { ArchiveImportService } from './features/moving/archive/service.ts'
import type { SourceImportService } from './features/moving/imports/service.ts'
import { stagedBy } from './features/moving/open.ts'
import { ARCHIVE_IMPORT, SOURCE_IMPORT } from './features/moving/staged-kinds.ts'
import { GROUP_DELETION, groupDeletion } from './features/planning/todos/group-deletion.ts'
import { openStaged, type Staged, type StagedParts } from './platform/staged/open.ts'

export interface StagedRequestParts extends Omit<StagedParts, 'takeBack'> {
  history: HistoryService
  calendars: ImportService['staged']
  sources: () => Promise<SourceImportService>
  archives: () => Promise<ArchiveImportService>
}

export function stagedRequests({
  history,
  calendars,
  sources,
  archives,
  ...parts
}: StagedRequestParts): Staged {
  const staged = openStaged({ ...parts, takeBack: history.takeBack })
  staged.handle(STAGED_UNDO, stagedUndoOf(history))
  staged.handle(STAGED_ERASURE, history.stagedErasure)
  staged.handle(GROUP_DELETION, groupDeletion({ clock: parts.clock }))
  staged.handle(BULK_DELETION, bulkDeletion({ uow: parts.storage }))
  staged.handle(ARCHIVE_IMPORT, stagedBy(archives))
  staged.handle(CALENDAR_IMPORT, calendars)
  staged.handle(SOURCE_IMPORT, stagedBy(sources))
  return staged
}
