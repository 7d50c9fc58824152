import type { Tag, TagGroup } from '@daymark/contract/planning/tags'
import { useTexts } from '../session/language.tsx'
import { percent } from './goal-words.ts'
import { tagTexts } from './texts.ts'
import { useGoals } from './use-tags.ts'
import { totalOf } from './week.ts'
import { useWeekGoals } from './week-goals.ts'

export function Goals({ group, onEdit }: { group: TagGroup; onEdit: (tag: Tag) => void }) {
  const t = useTexts(tagTexts)
  const goals = useGoals(group)
  const tagIds = group.tags.map(tag => tag.id)
  // The report only includes groups with goals.
  const week = useWeekGoals().data?.groups.find(({ group_id }) => group_id === group.id)
  const total = totalOf(goals.ratios, tagIds)
  const text = (ratio: number) => `${percent(ratio)}%`
  return (
    <div className="stack">
      {group.tags.map(tag => {
        const goal = goals.ratios[tag.id] ?? 0
        // Null while the report loads or if it omits the group. Within a reported group, a tag without time has 0.
        const actual = week ? (week.tags.find(({ tag_id }) => tag_id === tag.id)?.actual.share ?? 0) : null
        return (
          <div key={tag.id} className="goal-row">
            <button
              type="button"
              className="chip tag-button"
              style={{ '--chip': tag.color } as React.CSSProperties}
              aria-label={t.edit(tag.name)}
              title={t.edit(tag.name)}
              onClick={() => onEdit(tag)}
            >
              <bdi>{tag.name}</bdi>
            </button>
            <div className="goal-bars">
              <input
                type="range"
                min="0"
                max="100"
                step="5"
                aria-label={t.goal(tag.name)}
                aria-valuetext={text(goal)}
                value={Math.round(goal * 100)}
                onChange={event => goals.show(tag.id, Number(event.target.value) / 100)}
                onPointerUp={goals.save}
                onKeyUp={goals.save}
              />
              <span
                className="goal-actual"
                style={{ width: text(actual ?? 0), '--chip': tag.color } as React.CSSProperties}
              />
            </div>
            <span className="soft goal-figures">
              {actual === null ? t.goalAt(text(goal)) : t.figures(text(goal), text(actual))}
            </span>
            <HoursField
              key={group.goal_hours?.[tag.id] ?? 'none'}
              name={tag.name}
              hours={group.goal_hours?.[tag.id] ?? null}
              onHours={hours => goals.saveHours(tag.id, hours)}
            />
          </div>
        )
      })}
      {total > 100 ? (
        <p className="notice" role="status">
          {t.tooMuch(total)}
        </p>
      ) : null}
      {week?.actual_seconds === 0 ? <p className="soft">{t.nothingMeasured}</p> : null}
      {week === undefined && total === 0 ? <p className="soft">{t.goalHint}</p> : null}
    </div>
  )
}

interface HoursProps {
  name: string
  hours: number | null
  onHours: (hours: number | null) => void
}

/** Saves when the field loses the focus. An empty field removes the goal. */
function HoursField({ name, hours, onHours }: HoursProps) {
  const t = useTexts(tagTexts)
  return (
    <label className="row soft goal-hours">
      <input
        type="number"
        className="input"
        min="0"
        max="168"
        step="0.5"
        aria-label={t.goalHours(name)}
        defaultValue={hours ?? ''}
        onBlur={({ target }) => {
          if (!target.checkValidity()) target.reportValidity()
          else onHours(target.value === '' ? null : target.valueAsNumber)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      {t.hoursUnit}
    </label>
  )
}
