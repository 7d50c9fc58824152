import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { useTexts } from '../../session/language.tsx'
import { settingsTexts } from '../texts.ts'

export function DevicePanel() {
  const t = useTexts(settingsTexts)
  const supported = 'Notification' in window
  const [permission, setPermission] = useState(supported ? Notification.permission : 'denied')
  const words = { granted: t.granted, denied: supported ? t.denied : t.unsupported, default: '' }
  return (
    <section className="card panel" aria-labelledby="device-title">
      <h2 id="device-title">{t.device}</h2>
      <div className="field">
        <span className="label">{t.notifications}</span>
        <span className="hint">{t.notificationsHint}</span>
        {permission === 'default' ? (
          <Button
            className="plain-start"
            onClick={() => void Notification.requestPermission().then(setPermission)}
          >
            {t.allow}
          </Button>
        ) : (
          <span>{words[permission]}</span>
        )}
      </div>
    </section>
  )
}
