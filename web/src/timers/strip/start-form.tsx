// The content of the timer strip while no timer is active.
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { useQuickAdd } from '../../sync/use-quick-add.ts'
import { focusTexts } from '../focus/texts.ts'
import { useFocusActions } from '../focus/use-focus.ts'
import { useStart } from '../live/control.ts'
import { LengthSelect, useUsualLength } from './length-select.tsx'
import { stripTexts } from './texts.ts'

export const START_FIELD = 'timer-title'

export function StartForm({ onOptions }: { onOptions: (title: string) => void }) {
  const t = useTexts(stripTexts)
  const start = useStart()
  const focus = useTexts(focusTexts)
  const { start: startFocus } = useFocusActions()
  const [, navigate] = useLocation()
  const usual = useUsualLength()
  const [chosen, setChosen] = useState<number>()
  const allocated_duration = chosen ?? usual
  const field = useQuickAdd('timer', title => start({ title, allocated_duration }))
  const submit = (event: FormEvent) => {
    field.onSubmit(event)
    // An empty field starts a timer without a title.
    if (field.typed.trim() === '') start({ allocated_duration })
  }
  return (
    <form className="strip-line" onSubmit={submit}>
      <input
        dir="auto"
        id={START_FIELD}
        className="input strip-title"
        aria-label={t.what}
        placeholder={t.what}
        autoComplete="off"
        maxLength={255}
        {...field.inputProps}
      />
      <LengthSelect seconds={allocated_duration} onChange={setChosen} />
      <IconButton
        name={focus.start}
        onClick={async () => {
          const title = field.typed.trim()
          if (await startFocus(title === '' ? {} : { title })) navigate('/focus')
        }}
      >
        <Icon name="focus" />
      </IconButton>
      <IconButton name={t.options} onClick={() => onOptions(field.typed)}>
        <Icon name="tags" />
      </IconButton>
      <Button type="submit" kind="primary" aria-label={t.start}>
        <Icon name="play" /> <span className="strip-word">{t.start}</span>
      </Button>
    </form>
  )
}
