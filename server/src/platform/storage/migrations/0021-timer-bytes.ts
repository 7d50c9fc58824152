// Adds timer histories to each person's stored bytes.
import type { Migration } from '../schema/migration.ts'

export const timerBytes: Migration = {
  name: '0021-timer-bytes',
  statements: () => [
    `update change_totals set bytes = change_totals.bytes + h.bytes
      from (select owner_id, sum(octet_length(history)) as bytes from timers group by owner_id) as h
      where change_totals.owner_id = h.owner_id`,
  ],
}
