// Adds an index for the few timers longer than a day, so that reports also find timers that began before the reported
// period.
import type { Migration } from '../../schema/migration.ts'

export const longTimers: Migration = {
  name: '0019-long-timers',
  statements: (_t, dialect) => {
    const last = dialect === 'sqlite' ? "(history ->> '$[#-1][1]')" : '((history::jsonb -> -1 ->> 1)::bigint)'
    return [`create index timers_long on timers (owner_id, ${last}) where ${last} - started_at > 86400000`]
  },
}
