import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useTexts } from '../../session/language.tsx'
import { syncTexts } from '../texts.ts'
import { EntryWords } from './entry-words.tsx'
import type { OfferState } from './use-offer.ts'

export default function Offer({ waiting, send, discard }: OfferState) {
  const t = useTexts(syncTexts)
  return (
    <Dialog title={t.offerTitle} onClose={send}>
      <p>{t.offerHint(waiting.length)}</p>
      <ul className="plain-list">
        {waiting.map(entry => (
          <li key={entry.key} className="row item">
            <EntryWords entry={entry} />
          </li>
        ))}
      </ul>
      <div className="row dialog-foot">
        <Button kind="danger" onClick={discard}>
          {t.offerDiscard}
        </Button>
        <Button kind="primary" onClick={send}>
          {t.offerSend}
        </Button>
      </div>
    </Dialog>
  )
}
