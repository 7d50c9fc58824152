import { useState } from 'react'
import { late } from '../../design/rendering/late.tsx'
import { useTexts } from '../../session/language.tsx'
import { useSyncStatus } from '../context.ts'
import { syncTexts } from '../texts.ts'
import './sync.css'

const Panel = late(() => import('./panel.tsx'))

export function SyncIndicator() {
  const t = useTexts(syncTexts)
  const { state, waiting, attention } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  const words = {
    synced: t.synced,
    connecting: waiting > 0 ? t.sending(waiting) : t.connecting,
    sending: waiting > 0 ? t.sending(waiting) : t.updating,
    offline: waiting > 0 ? t.offlineWaiting(waiting) : t.offline,
    attention: t.attention(attention),
    'signed-out': t.signedOut,
  }[state]
  return (
    <>
      <button
        type="button"
        className="nav-link sync-indicator"
        data-state={state}
        onClick={() => setOpen(true)}
      >
        <span className="sync-dot" aria-hidden="true" />
        <span aria-live="polite">{words}</span>
      </button>
      {isOpen ? <Panel onClose={() => setOpen(false)} /> : null}
    </>
  )
}
