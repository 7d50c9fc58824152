import { readersTimes } from '../../calendar/entries/times.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useAction } from '../../sync/use-write.ts'
import { AddTime } from '../../timers/corrections/add-time.tsx'
import { dayTexts } from '../texts.ts'
import type { Gap } from '../timeline/blocks.ts'
import type { Suggestion } from './suggestions.ts'
import './tracked.css'

interface Props {
  gap: Gap | undefined
  suggestions: readonly Suggestion[]
  onClose: () => void
}

export function GapDialog({ gap, suggestions, onClose }: Props) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const times = readersTimes(language)
  function add({ title, from, until, schedule_id, todo_id, tag_ids }: Suggestion): void {
    const segments = [{ start: new Date(from).toISOString(), end: new Date(until).toISOString() }]
    const body = { segments, title, schedule_id, todo_id, tag_ids }
    act(live => live.write(client.timers.addRecord, { body }), t.added(title))
    onClose()
  }
  const reason = (each: Suggestion): string => {
    const { from, until } = times(each.from, each.until)
    if (each.reason === 'plan') return t.fromPlan(`${from} – ${until}`)
    return each.reason === 'before' ? t.likeBefore : t.likeAfter
  }
  return (
    <AddTime
      title={gap ? t.gap : t.addTime}
      span={gap && { start: gap.from, end: gap.until }}
      onClose={onClose}
    >
      {suggestions.length > 0 ? (
        <fieldset className="gap-suggestions">
          <legend className="label">{t.suggestions}</legend>
          {suggestions.map(each => (
            <button key={each.key} type="button" className="gap-suggestion" onClick={() => add(each)}>
              <strong dir="auto">{each.title}</strong>
              <span className="soft">{reason(each)}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
    </AddTime>
  )
}
