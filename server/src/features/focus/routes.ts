import type { focusRoutes } from '@daymark/contract/focus/focus'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { presentRun } from './present.ts'
import type { FocusService, ReadRun } from './service.ts'

export const focusHandlers = (focus: FocusService): Handlers<typeof focusRoutes> => ({
  get: async ({ actor, zone }) => one(await focus.get(actor), zone),
  start: async ({ actor, body, zone }) => one(await focus.start(actor, body), zone),
  pause: async ({ actor, zone }) => one(await focus.pause(actor), zone),
  resume: async ({ actor, zone }) => one(await focus.resume(actor), zone),
  skip: async ({ actor, query, zone }) => one(await focus.skip(actor, query.phase_index), zone),
  stop: async ({ actor, zone }) => one(await focus.stop(actor), zone),
})

const one = ({ run, at }: ReadRun, zone: Zone) => presentRun(run, at, zone)
