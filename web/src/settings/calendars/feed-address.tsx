// Shows the secret address of a new or renewed feed. The server never returns it again.
import type { NewFeed } from '@daymark/contract/calendars/feeds'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { Dialog } from '../../design/dialog.tsx'
import '../../design/forms/form-foot.css'
import { useToast } from '../../design/toast.tsx'
import { QrCode } from '../../people/qr.tsx'
import { useTexts } from '../../session/language.tsx'
import { feedTexts } from './feed-texts.ts'

export function FeedAddress({ feed, onClose }: { feed: NewFeed; onClose: () => void }) {
  const t = useTexts(feedTexts)
  const toast = useToast()
  const copy = async () => toast((await copyText(feed.url)) ? t.copied : t.notCopied)
  return (
    <Dialog title={t.made} onClose={onClose} closesByButton>
      <p className="notice">{t.once}</p>
      <output className="token-text">{feed.url}</output>
      <div className="feed-qr">
        <QrCode text={feed.webcal_url} name={t.qr} />
        <p className="soft">{t.qrHint}</p>
      </div>
      <div className="row dialog-foot">
        <span className="row dialog-foot-start">
          <Button onClick={() => void copy()}>{t.copy}</Button>
          <a className="button" href={feed.webcal_url}>
            {t.open}
          </a>
        </span>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  )
}
