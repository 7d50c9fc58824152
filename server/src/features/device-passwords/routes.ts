import type { devicePasswordRoutes } from '@daymark/contract/accounts/device-passwords'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import type { ConfirmOwner } from '../tokens/routes.ts'
import { presentDevice } from './present.ts'
import type { DevicePasswordService } from './service.ts'

export const devicePasswordHandlers = (
  devices: DevicePasswordService,
  confirm: ConfirmOwner,
): Handlers<typeof devicePasswordRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(await devices.list(actor, query), device => presentDevice(device, zone)),
  create: async ({ actor, session, body, zone, ...call }) => {
    const recheck = await confirm(session, body.password ?? undefined)
    const { device, username, password } = await devices.create(actor, body, recheck, sourceOf(call))
    return { ...presentDevice(device, zone), username, password }
  },
  remove: async ({ actor, params, ...call }) => {
    await devices.remove(actor, params.device_password_id, sourceOf(call))
    return { ok: true }
  },
})
