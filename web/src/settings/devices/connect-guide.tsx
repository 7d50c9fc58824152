import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useMe } from '../../session/me.ts'
import { type Access, accessAt, filledStep, vdirsyncerConfig } from './guide-address.ts'
import { guideTexts } from './guide-texts.ts'
import { APPS, type App } from './guide-texts-en.ts'
import { deviceTexts } from './texts.ts'

export function ConnectGuide() {
  const t = useTexts(guideTexts)
  const { server, username } = useTexts(deviceTexts)
  const access = accessAt(location.origin, useMe().data?.email ?? '')
  return (
    <div className="stack connect-guide">
      <h3>{t.title}</h3>
      <p className="soft">{t.hint}</p>
      <Value label={server} value={access.server} copy={t.copyServer} />
      {access.user === '' ? null : <Value label={username} value={access.user} copy={t.copyUser} />}
      {location.protocol === 'https:' ? null : <p className="notice">{t.insecure}</p>}
      <div>
        {APPS.map(app => (
          <details key={app} name="connect-guide">
            <summary>{t.names[app]}</summary>
            <Steps app={app} access={access} />
          </details>
        ))}
      </div>
    </div>
  )
}

function Steps({ app, access }: { app: App; access: Access }) {
  const t = useTexts(guideTexts)
  const config = app === 'vdirsyncer' ? vdirsyncerConfig(access, t.devicePassword) : undefined
  return (
    <div className="stack connect-steps">
      <ol>
        {t.steps[app].map(step => (
          <li key={step}>
            {filledStep(step, access).map(({ text, isValue }) =>
              isValue ? <code key={text}>{text}</code> : text,
            )}
          </li>
        ))}
      </ol>
      {config ? (
        <>
          <pre>{config}</pre>
          <CopyButton text={config} label={t.copyConfig} />
        </>
      ) : null}
    </div>
  )
}

function Value({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div className="connect-value">
      <span className="soft">{label}</span>
      <output className="token-text">{value}</output>
      <CopyButton text={value} label={copy} />
    </div>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTexts(deviceTexts)
  const { copy: copyWord } = useTexts(guideTexts)
  const toast = useToast()
  const copy = async () => toast((await copyText(text)) ? t.copied : t.notCopied)
  return (
    <Button className="plain-start" aria-label={label} onClick={() => void copy()}>
      {copyWord}
    </Button>
  )
}
