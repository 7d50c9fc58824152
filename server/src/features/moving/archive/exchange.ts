// What the parser process of archives and the server tell each other.
import type { ArchiveImport, ArchiveMode } from '@daymark/contract/moving/archive-import'
import type { ArchiveUnit } from './archive-unit.ts'
import { CONTENT_KINDS, type Kind, type Row } from './content.ts'

/** The name of the parser of archives in the parser process. */
export const ARCHIVE_PARSER = 'archive'

export interface ArchiveOptions {
  owner_id: string
  mode: ArchiveMode
  /** How many bytes of the disk the process may use. */
  disk_bytes: number
}

export type ArchiveQuestion =
  /** Answered with those of the ids that other people's rows have. */
  | { ids: string[]; of: string }
  /** Answered with the person's rows, as `ExistingRows`, in the order of `CONTENT_TABLES`. */
  | 'existing'

export interface ExistingRows {
  table: string
  rows: Row[]
}

/** The response, except what the request says, and without the batch. */
export type ArchiveOutcome = Omit<ArchiveImport, 'dry_run' | 'mode' | 'batch_id'>

export interface ArchiveHead {
  /** The number of writes. */
  total: number
  outcome: ArchiveOutcome
}

/** One write of an import. */
export type ArchiveWrite =
  | { do: 'delete'; kind: Kind; id: string }
  | { do: 'create' | 'update'; kind: Kind; unit: ArchiveUnit }
  | { do: 'move'; kind: 'todo'; id: string; tag_group_id: unknown }

/** The tables whose rows have ids that must be unique among all people, and the column that names the person. */
export const TABLES_WITH_IDS: readonly { table: string; owner?: string }[] = [
  ...CONTENT_KINDS.filter(({ kind }) => kind !== 'preferences').map(({ table }) => ({ table })),
  { table: 'visibility' },
  { table: 'meeting_participants', owner: 'user_id' },
]
