import type * as wire from '@daymark/contract/accounts/device-passwords'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { DevicePassword } from './device-password.ts'

export const presentDevice = (device: DevicePassword, zone: Zone): wire.DevicePassword => ({
  id: device.id,
  name: device.name,
  scopes: [...device.scopes],
  created_at: zone.format(device.created_at),
  last_used_at: device.last_used_at === null ? null : zone.format(device.last_used_at),
  last_address: device.last_address,
})
