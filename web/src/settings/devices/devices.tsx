import type { DevicePassword } from '@daymark/contract/accounts/device-passwords'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { usePreferences, useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { useChange, useDevices } from '../use-settings.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { NewDevice } from './new-device.tsx'
import { deviceTexts } from './texts.ts'

export function Devices() {
  const t = useTexts(deviceTexts)
  return (
    <ItemsPanel
      titleId="devices-title"
      title={t.title}
      hints={[t.hint]}
      none={t.none}
      query={useDevices()}
      item={device => <DeviceItem key={device.id} device={device} />}
      add={{ text: t.create, dialog: onClose => <NewDevice onClose={onClose} /> }}
    >
      <DeadlineChoice />
      <ConnectGuide />
    </ItemsPanel>
  )
}

function DeadlineChoice() {
  const t = useTexts(deviceTexts)
  const { shown } = usePreferences()
  const save = useSavePreferences()
  return (
    <div>
      <label className="row">
        <input
          type="checkbox"
          checked={shown?.deadlines_in_calendar_apps ?? false}
          disabled={!shown}
          onChange={event => save({ deadlines_in_calendar_apps: event.target.checked })}
        />
        <span className="grow">{t.deadlines}</span>
      </label>
      <p className="soft">{t.deadlinesHint}</p>
    </div>
  )
}

function DeviceItem({ device }: { device: DevicePassword }) {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('devicePasswords')
  const { id, name, last_used_at, last_address } = device
  const used = last_used_at
    ? t.lastSync(agoText(Date.now() - Date.parse(last_used_at), language), last_address ?? '')
    : t.neverUsed
  const revoke = () =>
    change.mutate(async () => {
      await client.devicePasswords.remove({ params: { device_password_id: id } })
      toast(t.revoked)
    })
  return (
    <li className="row item">
      <span className="grow">
        <strong dir="auto">{name}</strong>
        <br />
        <span className="soft">{used}</span>
      </span>
      <ConfirmedButton
        name={name}
        text={t.revoke}
        kind="danger"
        asks={{ title: t.revokeTitle(name), hint: t.revokeHint }}
        isDisabled={change.isPending}
        onConfirm={revoke}
      />
    </li>
  )
}
