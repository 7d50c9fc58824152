// Loads the import services on first use, because most servers rarely need them.
import { loadOnce } from '../../platform/kernel/concurrency/load-once.ts'
import type { ArchiveImportParts, ArchiveImportService } from './archive/service.ts'
import type { SourceImportParts, SourceImportService } from './imports/service.ts'

export const archiveImports = (parts: ArchiveImportParts): (() => Promise<ArchiveImportService>) =>
  loadOnce(async () => (await import('./archive/service.ts')).archiveImportService(parts))

export const sourceImports = (parts: SourceImportParts): (() => Promise<SourceImportService>) =>
  loadOnce(async () => (await import('./imports/service.ts')).sourceImportService(parts))
