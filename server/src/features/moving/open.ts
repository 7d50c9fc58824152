// Loads the import of archives on first use, because most servers never need it.
import type { ArchiveImportParts, ArchiveImportService } from './archive/service.ts'

export function archiveImports(parts: ArchiveImportParts): () => Promise<ArchiveImportService> {
  let service: Promise<ArchiveImportService> | undefined
  return () => {
    service ??= import('./archive/service.ts').then(({ archiveImportService }) => archiveImportService(parts))
    return service
  }
}
