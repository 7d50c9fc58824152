// One pending or refused write: action, typed text and reason.
import type { OutboxEntry } from '@daymark/client'
import { useTexts } from '../../session/language.tsx'
import { syncTexts } from '../texts.ts'
import { entryTitle, typedTexts } from './entry-text.ts'

export function EntryWords({ entry }: { entry: OutboxEntry }) {
  const t = useTexts(syncTexts)
  return (
    <span className="grow entry-words">
      <strong>{entryTitle(entry, t)}</strong>
      {typedTexts(entry).map(text => (
        <span key={text} className="entry-typed" dir="auto">
          {text}
        </span>
      ))}
      {entry.error ? <span className="fault">{entry.error.detail}</span> : null}
    </span>
  )
}
