// Explains the grid's colors, and lets the user choose what a stroke marks.
import { useTexts } from '../../session/language.tsx'
import { meetingTexts } from '../texts.ts'
import type { Marks } from './grid.ts'

export function ModeChoice({ mode, onChange }: { mode: keyof Marks; onChange: (mode: keyof Marks) => void }) {
  const t = useTexts(meetingTexts)
  return (
    <fieldset className="row paint-modes">
      <legend className="visually-hidden">{t.mark}</legend>
      {(['free', 'maybe'] as const).map(each => (
        <label key={each} className="row">
          <input type="radio" name="paint-mode" checked={mode === each} onChange={() => onChange(each)} />
          <span className={`poll-cell sample ${each === 'free' ? 'own' : 'maybe'}`} aria-hidden="true" />
          {t.marks[each]}
        </label>
      ))}
    </fieldset>
  )
}

export function Legend({ paints, hasCalendar = true }: { paints: boolean; hasCalendar?: boolean }) {
  const t = useTexts(meetingTexts)
  return (
    <div className="row poll-legend soft" aria-hidden="true">
      <span className="row">
        {t.legendNone}
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <span
            key={share}
            className="poll-cell sample"
            style={{ '--share': share } as React.CSSProperties}
          />
        ))}
        {t.legendAll}
      </span>
      {paints ? (
        <>
          <span className="row">
            <span className="poll-cell sample own" /> {t.legendOwn}
          </span>
          <span className="row">
            <span className="poll-cell sample maybe" /> {t.legendMaybe}
          </span>
        </>
      ) : null}
      {hasCalendar ? (
        <span className="row">
          <span className="poll-cell sample busy" /> {t.legendBusy}
        </span>
      ) : null}
    </div>
  )
}
