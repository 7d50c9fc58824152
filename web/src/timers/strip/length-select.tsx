import { useTexts } from '../../session/language.tsx'
import { timerMinutes } from '../../session/region/timer-minutes.ts'
import { useStored } from '../../session/storage/preferences.ts'
import { OPEN_ENDED_SECONDS } from '../live/open-ended.ts'
import { stripTexts } from './texts.ts'

const MINUTES = [15, 25, 50, 90]

/** In seconds. */
export const useUsualLength = (): number => useStored(() => timerMinutes()) * 60

interface Props {
  id?: string
  seconds: number
  onChange: (seconds: number) => void
}

export function LengthSelect({ id, seconds, onChange }: Props) {
  const t = useTexts(stripTexts)
  const usual = useUsualLength() / 60
  return (
    <select
      id={id}
      className="input strip-length"
      aria-label={t.length}
      value={seconds}
      onChange={event => onChange(Number(event.target.value))}
    >
      {[...new Set([...MINUTES, usual])]
        .sort((a, b) => a - b)
        .map(each => (
          <option key={each} value={each * 60}>
            {t.lengths(each)}
          </option>
        ))}
      <option value={OPEN_ENDED_SECONDS}>{t.openEnded}</option>
    </select>
  )
}
