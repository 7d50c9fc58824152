import type { Timer } from '@daymark/contract/timers/timer'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { timerTexts } from '../texts.ts'
import { EdgeField } from './edge-field.tsx'
import { edgeOf } from './periods.ts'
import { correctionTexts } from './texts.ts'

export function EndEarlier({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const t = useTexts(correctionTexts)
  const { untitled } = useTexts(timerTexts)
  const client = useClient()
  const act = useAction()
  const started = Date.parse(timer.started_at ?? timer.created_at)
  const [edge, setEdge] = useState(() => edgeOf(likelyEnd(timer, started), timezone()))
  const isPossible = edge.ms > started && edge.ms <= Date.now()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isPossible) return
    const body = { end: new Date(edge.ms).toISOString() }
    const said = t.ended(timer.title ?? untitled)
    act(live => live.write(client.timers.trim, { params: { timer_id: timer.id }, body }), said)
    onClose()
  }
  return (
    <Dialog title={t.endTitle} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p className="soft">{t.endHint}</p>
        <EdgeField
          label={t.endAt}
          edge={edge}
          fault={isPossible ? undefined : t.endFault}
          onChange={setEdge}
        />
        <FormFoot submit={t.endTimer} isDisabled={!isPossible} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/**
 * Suggests the start of the current pause. Without a pause, suggests the planned end if it has passed, otherwise now.
 */
function likelyEnd(timer: Timer, started: number): number {
  const planned = started + timer.allocated_duration * 1000
  const last = Date.parse(timer.paused_at ?? '')
  if (!Number.isNaN(last)) return last
  return planned < Date.now() ? planned : Date.now()
}
