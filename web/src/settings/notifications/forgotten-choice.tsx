import type { NotificationSettings } from '@daymark/contract/notifications/notification'
import { Field } from '../../design/forms/field.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useStored } from '../../session/storage/preferences.ts'
import { idleTexts } from '../../timers/idle/texts.ts'
import { canDetectIdle, detectsIdle, setIdleDetection } from '../../timers/idle/use-away.ts'
import { channelTexts } from './texts.ts'

interface Props {
  settings: NotificationSettings
  set: (changes: NotificationSettings) => void
}

export function ForgottenChoice({ settings: { timer_factor = 2, timer_silent_minutes = 60 }, set }: Props) {
  const t = useTexts(channelTexts)
  const number = (
    label: string,
    value: number,
    least: number,
    most: number,
    save: (value: number) => void,
  ) => (
    <Field label={label}>
      {field => (
        <input
          {...field}
          type="number"
          className="input"
          min={least}
          max={most}
          step={least === 1 ? 0.5 : 5}
          defaultValue={value}
          onBlur={event => {
            const next = event.target.valueAsNumber
            if (next >= least && next <= most && next !== value) save(next)
          }}
        />
      )}
    </Field>
  )
  return (
    <div className="field">
      <span className="label">{t.forgotten}</span>
      <span className="hint">{t.forgottenHint}</span>
      <div className="row">
        {number(t.factor, timer_factor, 1, 100, value => set({ timer_factor: value }))}
        {number(t.silent, timer_silent_minutes, 5, 10_080, value =>
          set({ timer_silent_minutes: Math.round(value) }),
        )}
      </div>
    </div>
  )
}

/** Renders nothing in browsers without the Idle Detection API. */
export function IdleChoice() {
  const t = useTexts(idleTexts)
  const toast = useToast()
  const isOn = useStored(detectsIdle)
  if (!canDetectIdle()) return null
  return (
    <div className="field">
      <label className="row">
        <input
          type="checkbox"
          checked={isOn}
          onChange={async event => {
            const wanted = event.target.checked
            if (!(await setIdleDetection(wanted)) && wanted) toast(t.detectionDenied)
          }}
        />
        {t.detection}
      </label>
      <span className="hint">{t.detectionHint}</span>
    </div>
  )
}
