// Shows another person's timer, which is read-only.
import type { Timer } from '@daymark/contract/timers/timer'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { clockText, dateTimeText } from '../design/format.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useOwnerName } from '../sharing/owner.ts'
import { Timeline } from './clock/timeline.tsx'
import { useElapsed } from './live/live.tsx'
import { timerTexts } from './texts.ts'

export function SharedTimer({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const owner = useOwnerName()(timer.owner_id)
  const elapsed = useElapsed(timer)
  return (
    <Dialog title={timer.title ?? t.untitled} onClose={onClose}>
      <p className="soft">{owner === undefined ? t.sharedBySomeone : t.sharedBy(owner)}</p>
      <div className="row spread">
        <span>
          {dateTimeText(timer.started_at ?? timer.created_at, language)}
          {timer.status === 'COMPLETED' ? null : <span className="soft"> · {t.status[timer.status]}</span>}
        </span>
        <strong>{clockText(elapsed)}</strong>
      </div>
      <Timeline timer={timer} />
      <Button className="plain-start" onClick={onClose}>
        {t.close}
      </Button>
    </Dialog>
  )
}
