import { lazy, Suspense } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { itemHistoryTexts } from './item-texts.ts'

const BatchList = lazy(async () => ({ default: (await import('./batch-list.tsx')).BatchList }))

interface Props {
  id: string
  title: string
  onClose: () => void
}

export function ItemHistory({ id, title, onClose }: Props) {
  const t = useTexts(itemHistoryTexts)
  return (
    <Dialog title={t.itemTitle(title)} onClose={onClose}>
      <div className="stack item-history">
        <Suspense fallback={<Skeleton lines={4} height={36} />}>
          <BatchList filter={{ resource_id: id }} />
        </Suspense>
      </div>
      <div className="row">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
