import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import type { Anchor } from '../../design/popover/anchor.ts'
import '../../design/popover/popover.css'
import { useTexts } from '../../session/language.tsx'
import { EntryFacts } from './entry-popover.tsx'
import { popoverTexts } from './texts.ts'

export function SubscribedPopover({
  entry,
  anchor,
  onClose,
}: {
  entry: Schedule
  anchor: Anchor
  onClose: () => void
}) {
  const t = useTexts(popoverTexts)
  const known = useQueryClient().getQueryData<Subscription[]>(['subscriptions'])
  const name = known?.find(({ id }) => id === entry.subscription_id)?.name ?? ''
  return (
    <Dialog title={entry.title} onClose={onClose} anchor={anchor}>
      <p className="notice calm">{t.fromCalendar(name)}</p>
      <EntryFacts entry={entry} />
      <div className="row entry-popover-foot">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
