// Loads the import services on first use, because most servers rarely need them.
import { loadOnce } from '../../platform/kernel/concurrency/load-once.ts'
import { type Placed, placeOf } from '../../platform/staged/parts.ts'
import type { StagedImport } from '../../platform/staged/staged.ts'
import type { ArchiveImportParts, ArchiveImportService } from './archive/service.ts'
import type { SourceImportParts, SourceImportService } from './imports/service.ts'

export const archiveImports = (parts: ArchiveImportParts): (() => Promise<ArchiveImportService>) =>
  loadOnce(async () => (await import('./archive/service.ts')).archiveImportService(parts))

export const sourceImports = (parts: SourceImportParts): (() => Promise<SourceImportService>) =>
  loadOnce(async () => (await import('./imports/service.ts')).sourceImportService(parts))

/** The steps of a service that is loaded on first use. */
export const stagedBy = <Input, State extends Placed, Item>(
  service: () => Promise<{ staged: StagedImport<Input, State, Item> }>,
): StagedImport<Input, State, Item> => ({
  takesBack: true,
  place: placeOf,
  write: async (...step) => (await service()).staged.write(...step),
})
