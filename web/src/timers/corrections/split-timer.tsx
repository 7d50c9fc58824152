import type { Timer } from '@daymark/contract/timers/timer'
import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../design/button.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { EdgeField } from './edge-field.tsx'
import { edgeOf } from './periods.ts'
import { correctionTexts } from './texts.ts'

interface Props {
  timer: Timer
  onClose: () => void
}

/** Has its own form in a portal, because it is rendered inside the form with the periods. */
export function SplitTimer({ timer, onClose }: Props) {
  const t = useTexts(correctionTexts)
  const client = useClient()
  const act = useAction()
  const [start, end] = spanOf(timer)
  const [edge, setEdge] = useState(() => edgeOf(middle(start, end), timezone()))
  const id = useId()
  const isInside = edge.ms > start && edge.ms < end
  function split(event: FormEvent): void {
    event.preventDefault()
    // React events bubble through portals, so the outer form would be submitted too.
    event.stopPropagation()
    if (!isInside) return
    const body = { at: new Date(edge.ms).toISOString() }
    act(live => live.write(client.timers.split, { params: { timer_id: timer.id }, body }), t.splitDone)
    onClose()
  }
  return (
    <details className="split-timer">
      <summary>{t.split}</summary>
      <div className="stack">
        <p className="soft">{t.splitHint}</p>
        <EdgeField
          label={t.splitAt}
          edge={edge}
          fault={isInside ? undefined : t.splitOutside}
          onChange={setEdge}
          form={id}
        />
        <Button type="submit" form={id} disabled={!isInside}>
          {t.split}
        </Button>
        {createPortal(<form id={id} onSubmit={split} />, document.body)}
      </div>
    </details>
  )
}

const spanOf = ({ segments }: Timer): [start: number, end: number] => [
  Date.parse(segments[0]?.start ?? ''),
  Date.parse(segments.at(-1)?.end ?? ''),
]

/** Rounded to a minute unless the timer is too short. */
function middle(start: number, end: number): number {
  const exact = (start + end) / 2
  const minute = Math.round(exact / 60_000) * 60_000
  return minute > start && minute < end ? minute : Math.round(exact)
}
