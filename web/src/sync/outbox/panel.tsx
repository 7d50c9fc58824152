import type { OutboxEntry } from '@daymark/client'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useTexts } from '../../session/language.tsx'
import { useOutboxEntries, useSync, useSyncStatus } from '../context.ts'
import { entryTitle, typedTexts } from './entry-text.ts'
import { EntryWords } from './entry-words.tsx'
import { useItemName } from './item-name.ts'
import './sync.css'
import { syncTexts } from '../texts.ts'
import { partTexts } from './part-texts.ts'
import { titleTexts } from './title-texts.ts'

// Exported here, because a separate chunk would enlarge the first page's script.
export { refusal } from './refusal.ts'

export default function Panel({ onClose }: { onClose: () => void }) {
  const t = useTexts(syncTexts)
  const entries = useOutboxEntries().filter(({ state }) => state !== 'sent')
  const { unsaved } = useSyncStatus()
  const refused = entries.filter(needsAttention)
  const waiting = entries.filter(entry => !needsAttention(entry))
  return (
    <Dialog title={t.panel} onClose={onClose}>
      {unsaved > 0 ? <p className="notice">{t.unsaved}</p> : null}
      {entries.length === 0 ? <p className="soft">{t.panelSynced}</p> : null}
      {refused.length > 0 ? (
        <Entries title={t.attentionTitle} hint={t.attentionHint} entries={refused} />
      ) : null}
      {waiting.length > 0 ? <Entries title={t.waitingTitle} hint={t.waitingHint} entries={waiting} /> : null}
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}

const needsAttention = ({ state }: OutboxEntry): boolean =>
  state === 'refused' || state === 'expired' || state === 'blocked'

interface Props {
  title: string
  hint: string
  entries: readonly OutboxEntry[]
}

function Entries({ title, hint, entries }: Props) {
  return (
    <section className="stack sync-entries">
      <h3>{title}</h3>
      <p className="soft">{hint}</p>
      <ul className="plain-list">
        {entries.map(entry => (
          <li key={entry.key} className="row item">
            <EntryWords entry={entry} />
            <Actions entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ entry }: { entry: OutboxEntry }) {
  const t = useTexts(syncTexts)
  const part = useTexts(partTexts)
  const sync = useSync()
  const [isAsking, setAsking] = useState(false)
  const discard = () => void sync?.discard(entry.key)
  // A retry cannot succeed before the item is restored.
  const isGone = entry.error?.status === 404
  const name = useItemName(entry) ?? typedTexts(entry)[0]
  const title = entryTitle(entry, useTexts(titleTexts))
  const what = name === undefined ? title : `${title} “${name}”`
  return (
    <span className="row sync-actions">
      {entry.state === 'refused' || entry.state === 'expired' ? (
        <Button
          {...(isGone && { kind: 'quiet' })}
          aria-label={t.retryOf(what)}
          onClick={() => sync?.live.outbox.retry(entry.key)}
        >
          {t.retry}
        </Button>
      ) : null}
      {entry.state === 'sending' ? null : (
        <Button
          {...(!isGone && { kind: 'quiet' })}
          aria-label={t.discardOf(what)}
          onClick={() => (typedTexts(entry).length > 0 ? setAsking(true) : discard())}
        >
          {t.discard}
        </Button>
      )}
      {isAsking ? (
        <Confirm
          title={part.discardTitle}
          action={t.discard}
          cancel={part.keep}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <p>{part.discardHint}</p>
        </Confirm>
      ) : null}
    </span>
  )
}
