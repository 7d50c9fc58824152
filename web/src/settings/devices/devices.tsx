// Lists the calendar apps that can sign in, with their last sync, and explains how to connect each of them.
import type { DevicePassword } from '@daymark/contract/accounts/device-passwords'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { usePreferences, useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { useChange, useDevices } from '../use-settings.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { NewDevice } from './new-device.tsx'
import { deviceTexts } from './texts.ts'

export function Devices() {
  const t = useTexts(deviceTexts)
  const query = useDevices()
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby="devices-title">
      <div className="row spread">
        <h2 id="devices-title">{t.title}</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.create}
        </Button>
      </div>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.map(device => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ul>
      <DeadlineChoice />
      <ConnectGuide />
      {adding ? <NewDevice onClose={() => setAdding(false)} /> : null}
    </section>
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
  const [asking, setAsking] = useState(false)
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
      <Button kind="danger" onClick={() => setAsking(true)} disabled={change.isPending}>
        {t.revoke}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {asking ? (
        <Confirm
          title={t.revokeTitle(name)}
          action={t.revoke}
          cancel={t.cancel}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{t.revokeHint}</p>
        </Confirm>
      ) : null}
    </li>
  )
}
