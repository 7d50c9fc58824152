// Tells clients that a settings list has changed, without its content.
import type { SettingsNotice } from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { writtenOnce } from './style.ts'

export const settingsFrame = (notice: SettingsNotice, zone: Zone, clock: Clock): Buffer =>
  writtenOnce(notice, zone.name, () =>
    JSON.stringify({
      type: 'settings.changed',
      payload: { kind: notice.kind },
      timestamp: zone.format(clock.now()),
    }),
  )
