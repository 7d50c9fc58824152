// Loads imports of archives and of other programs on first use, because most servers rarely need them.
import type { ArchiveImportParts, ArchiveImportService } from './archive/service.ts'
import type { SourceImportParts, SourceImportService } from './imports/service.ts'

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

export const archiveImports = (parts: ArchiveImportParts): (() => Promise<ArchiveImportService>) =>
  once(async () => (await import('./archive/service.ts')).archiveImportService(parts))

export const sourceImports = (parts: SourceImportParts): (() => Promise<SourceImportService>) =>
  once(async () => (await import('./imports/service.ts')).sourceImportService(parts))
