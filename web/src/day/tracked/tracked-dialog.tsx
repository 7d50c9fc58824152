import { useState } from 'react'
import { readersTimes } from '../../calendar/entries/times.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { durationText } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { instantOf, localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { CorrectTime } from '../../timers/corrections/correct-time.tsx'
import EditTimer from '../../timers/links/edit-dialog.tsx'
import { useTimerControl } from '../../timers/live/control.ts'
import { dayTexts } from '../texts.ts'
import type { TrackedBlock } from '../timeline/blocks.ts'
import './tracked.css'
import { useTrackedChanges } from './use-tracked-changes.ts'

interface Props {
  block: TrackedBlock
  /** The clicked time. Undefined if the dialog was opened with the keyboard. */
  at: number | undefined
  onClose: () => void
}

const STEP_MS = 5 * 60_000

export function TrackedDialog({ block, at, onClose }: Props) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const control = useTimerControl()
  const changes = useTrackedChanges()
  const [open, setOpen] = useState<'correct' | 'edit'>()
  const { timer, start, end, isRunning } = block
  const isStopped = timer.status !== 'RUNNING'
  const times = readersTimes(language)(start, end)
  const done = (work: () => void) => () => {
    work()
    onClose()
  }
  if (open === 'correct') return <CorrectTime timer={timer} onClose={onClose} />
  if (open === 'edit') return <EditTimer timer={timer} onClose={onClose} />
  return (
    <Dialog title={timer.title ?? t.untitled} onClose={onClose}>
      <p className="soft">
        {times.from} – {times.until} · {durationText(end - start, language)}
        {timer.description ? <span dir="auto"> · {timer.description}</span> : null}
      </p>
      <div className="row">
        {isStopped ? (
          <Button kind="primary" onClick={done(() => control.again(timer))}>
            <Icon name="play" /> {t.continueTimer}
          </Button>
        ) : null}
        {isStopped ? (
          <Button onClick={() => setOpen('correct')}>
            <Icon name="timers" /> {t.correct}
          </Button>
        ) : null}
        <Button onClick={() => setOpen('edit')}>
          <Icon name="edit" /> {t.edit}
        </Button>
      </div>
      {isStopped || isRunning ? (
        <CutField
          block={block}
          at={at}
          onCut={moment =>
            done(() =>
              isStopped
                ? changes.split(block, moment)
                : changes.change(block, { from: block.from, until: moment }),
            )()
          }
        />
      ) : null}
      <div className="row dialog-foot">
        {isStopped ? (
          <Button kind="danger" onClick={done(() => changes.remove(block))}>
            <Icon name="trash" /> {t.delete}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}

/** Asks for the time at which to split a paused or stopped timer, or to end a running one. */
function CutField({ block, at, onCut }: Omit<Props, 'onClose'> & { onCut: (moment: number) => void }) {
  const t = useTexts(dayTexts)
  const { start, end, isRunning } = block
  const zone = timezone()
  const [local, setLocal] = useState(() => localOf(cutAt(at ?? (start + end) / 2, start, end), zone))
  const moment = instantOf(local, zone)
  const isInside = moment > start && moment < end
  return (
    <form
      className="row cut-field"
      onSubmit={event => {
        event.preventDefault()
        if (isInside) onCut(moment)
      }}
    >
      <Field label={isRunning ? t.stopAt : t.splitAt}>
        {field => (
          <input
            {...field}
            type="time"
            className="input"
            value={local.time}
            onChange={event => setLocal({ ...local, time: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" disabled={!isInside}>
        {isRunning ? t.stopHere : t.split}
      </Button>
    </form>
  )
}

/** Rounds to five minutes, or to less if the block is too short. */
function cutAt(at: number, start: number, end: number): number {
  const rounded = [STEP_MS, 60_000].map(step => Math.round(at / step) * step)
  return rounded.find(each => each > start && each < end) ?? Math.round(at)
}
