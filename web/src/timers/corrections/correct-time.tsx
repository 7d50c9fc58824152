// Corrects the measured time of a timer: edits its periods, or splits it.
import type { Timer } from '@daymark/contract/timers/timer'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { durationText } from '../../design/format.ts'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { timerTexts } from '../texts.ts'
import './corrections.css'
import { EdgeField } from './edge-field.tsx'
import { PeriodTimeline } from './period-timeline.tsx'
import { faultsIn, type Period, periodsOf, segmentsOf, totalMs, withNewPeriod } from './periods.ts'
import { SplitTimer } from './split-timer.tsx'
import { correctionTexts } from './texts.ts'

export function CorrectTime({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const t = useTexts(correctionTexts)
  const { untitled } = useTexts(timerTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const zone = timezone()
  const [before] = useState(() => periodsOf(timer.segments, zone))
  const [periods, setPeriods] = useState<readonly Period[]>(before)
  const isChanged = periods !== before
  const faults = faultsIn(periods, Date.now())
  const replace = (changed: Period) =>
    setPeriods(periods.map(each => (each.key === changed.key ? changed : each)))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (faults.size > 0 || !isChanged) return
    const body = { segments: segmentsOf(periods) }
    act(live => live.write(client.timers.setSegments, { params: { timer_id: timer.id }, body }), t.corrected)
    onClose()
  }

  return (
    <Dialog wide title={`${t.correctTitle}: ${timer.title ?? untitled}`} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <PeriodTimeline periods={periods} onChange={setPeriods} />
        <ol className="plain-list stack periods">
          {periods.map((period, index) => {
            const fault = faults.get(period.key)
            return (
              <PeriodFields
                key={period.key}
                number={index + 1}
                period={period}
                fault={fault && t.faults[fault]}
                onChange={replace}
                onRemove={() => setPeriods(periods.filter(each => each.key !== period.key))}
                isOnly={periods.length === 1}
              />
            )
          })}
        </ol>
        <div className="row spread">
          <Button onClick={() => setPeriods(withNewPeriod(periods, zone, Date.now()))}>
            <Icon name="plus" /> {t.addPeriod}
          </Button>
          <strong aria-live="polite">{t.total(durationText(totalMs(periods), language))}</strong>
        </div>
        {isChanged || before.length === 0 ? null : <SplitTimer timer={timer} onClose={onClose} />}
        <FormFoot submit={t.save} isDisabled={faults.size > 0 || !isChanged} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface PeriodProps {
  number: number
  period: Period
  fault: string | undefined
  isOnly: boolean
  onChange: (period: Period) => void
  onRemove: () => void
}

function PeriodFields({ number, period, fault, isOnly, onChange, onRemove }: PeriodProps) {
  const t = useTexts(correctionTexts)
  return (
    <li className="period">
      <div className="period-edges grow">
        <EdgeField
          label={t.start(number)}
          edge={period.start}
          onChange={start => onChange({ ...period, start })}
        />
        <EdgeField
          label={t.end(number)}
          edge={period.end}
          fault={fault}
          onChange={end => onChange({ ...period, end })}
        />
      </div>
      <IconButton name={t.removePeriod(number)} disabled={isOnly} onClick={onRemove}>
        <Icon name="trash" />
      </IconButton>
    </li>
  )
}
