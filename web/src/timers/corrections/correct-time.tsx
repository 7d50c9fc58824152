import type { Timer } from '@daymark/contract/timers/timer'
import { type FormEvent, Fragment, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
import {
  faultsIn,
  merged,
  type Pause,
  type Period,
  pausesOf,
  periodsOf,
  segmentsOf,
  totalMs,
  withNewPeriod,
} from './periods.ts'
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
  const list = useRef<HTMLOListElement>(null)
  const pauses = pausesOf(periods)
  const replace = (changed: Period) =>
    setPeriods(periods.map(each => (each.key === changed.key ? changed : each)))

  /** Moves the focus to the merged period, because the merge button disappears. */
  function merge(pause: Pause): void {
    flushSync(() => setPeriods(merged(periods, pause)))
    const at = periods.indexOf(pause.before)
    list.current?.querySelectorAll('.period')[at]?.querySelector('input')?.focus()
  }

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
        <PeriodTimeline periods={periods} onChange={setPeriods} onMerge={merge} />
        <ol className="plain-list periods" ref={list}>
          {periods.map((period, index) => {
            const fault = faults.get(period.key)
            // Only adjacent rows can be merged. The list may be out of order while the user types.
            const pause = pauses.find(each => each.before === period && each.after === periods[index + 1])
            return (
              <Fragment key={period.key}>
                <PeriodFields
                  number={index + 1}
                  period={period}
                  fault={fault && t.faults[fault]}
                  onChange={replace}
                  onRemove={() => setPeriods(periods.filter(each => each.key !== period.key))}
                  isOnly={periods.length === 1}
                />
                {pause ? <PauseRow number={index + 1} ms={pause.ms} onMerge={() => merge(pause)} /> : null}
              </Fragment>
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

function PauseRow({ number, ms, onMerge }: { number: number; ms: number; onMerge: () => void }) {
  const t = useTexts(correctionTexts)
  const { language } = useLanguage()
  return (
    <li className="row period-pause">
      <span className="soft">{t.pause(durationText(ms, language))}</span>
      <Button kind="quiet" aria-label={t.mergeOf(number)} onClick={onMerge}>
        <Icon name="merge" /> {t.merge}
      </Button>
    </li>
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
