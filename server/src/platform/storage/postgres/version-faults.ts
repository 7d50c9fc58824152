/** Versions of PostgreSQL with faults that concern Daymark. */
const FAULTS: readonly VersionFault[] = [
  {
    before: 150_000,
    what: 'this version is too old.',
    advice: 'Use PostgreSQL 15 or newer.',
  },
]

interface VersionFault {
  from?: number
  /** The first version without the fault, as in `server_version_num`. */
  before: number
  what: string
  advice: string
}

export const postgresVersionFaults = (version: number): readonly VersionFault[] =>
  FAULTS.filter(({ from = 0, before }) => version >= from && version < before)
