import type { focusRoutes } from '@daymark/contract/focus/focus'
import { reads, writes } from '../../platform/changes/write.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentRun } from './present.ts'
import * as focus from './service.ts'

export const focusHandlers: Handlers<typeof focusRoutes> = {
  get: reads(async (db, { actor, zone, now }) => {
    const at = now()
    return presentRun(await focus.activeRun(db, actor, at), at, zone)
  }),
  start: writes(async (tx, { body, zone }) => presentRun(await focus.startFocus(tx, body), tx.now, zone)),
  pause: writes(async (tx, { zone }) => presentRun(await focus.pauseFocus(tx), tx.now, zone)),
  resume: writes(async (tx, { zone }) => presentRun(await focus.resumeFocus(tx), tx.now, zone)),
  skip: writes(async (tx, { query, zone }) =>
    presentRun(await focus.skipPhase(tx, query.phase_index), tx.now, zone),
  ),
  stop: writes(async (tx, { zone }) => presentRun(await focus.stopFocus(tx), tx.now, zone)),
}
