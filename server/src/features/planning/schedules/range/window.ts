import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { invalid } from '../../../../platform/kernel/errors.ts'

export const MAX_DAYS = 400

/** Counts days in local time, because a DST change can make 400 days an hour longer. */
export function checkWindow({ from, to }: Window, zoneName: string): void {
  if (to < from) throw invalid('end_date', 'must not be before start_date')
  const zone = zoneOffsets(zoneName)
  if (toLocal(zone, to) - toLocal(zone, from) > MAX_DAYS * DAY_MS) {
    throw invalid('end_date', `must not be more than ${MAX_DAYS} days after start_date`)
  }
}
