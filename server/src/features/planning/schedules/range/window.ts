// How long a range of time may be that is asked for.

import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { invalid } from '../../../../platform/kernel/errors.ts'

export const MOST_DAYS = 400

/** Days are days of the zone: 400 of them may be an hour longer where clocks change. */
export function checkWindow({ from, to }: Window, zoneName: string): void {
  if (to < from) throw invalid('end_date', 'must not be before start_date')
  const zone = zoneOffsets(zoneName)
  if (toLocal(zone, to) - toLocal(zone, from) > MOST_DAYS * DAY_MS) {
    throw invalid('end_date', `must not be more than ${MOST_DAYS} days after start_date`)
  }
}
