// Sliders for goal ratios, next to the measured share of this week.
import type { Tag, TagGroup } from '@daymark/contract/planning/tags'
import { useTexts } from '../session/language.tsx'
import { tagTexts } from './texts.ts'
import { useGoals, useWeekTimers } from './use-tags.ts'
import { shares, totalOf } from './week.ts'

export function Goals({ group, onEdit }: { group: TagGroup; onEdit: (tag: Tag) => void }) {
  const t = useTexts(tagTexts)
  const goals = useGoals(group)
  const tagIds = group.tags.map(tag => tag.id)
  const week = useWeekTimers()
  const measured = shares(week.data ?? [], tagIds, week.measured)
  const total = totalOf(goals.ratios, tagIds)
  const percent = (ratio: number) => `${Math.round(ratio * 100)}%`
  return (
    <div className="stack">
      {group.tags.map(tag => {
        const goal = goals.ratios[tag.id] ?? 0
        const actual = measured.get(tag.id) ?? 0
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
                aria-valuetext={percent(goal)}
                value={Math.round(goal * 100)}
                onChange={event => goals.show(tag.id, Number(event.target.value) / 100)}
                onPointerUp={goals.save}
                onKeyUp={goals.save}
              />
              <span
                className="goal-actual"
                style={{ width: `${Math.round(actual * 100)}%`, '--chip': tag.color } as React.CSSProperties}
              />
            </div>
            <span className="soft goal-figures">{t.figures(percent(goal), percent(actual))}</span>
          </div>
        )
      })}
      {total > 100 ? (
        <p className="notice" role="status">
          {t.tooMuch(total)}
        </p>
      ) : null}
      {measured.size === 0 ? <p className="soft">{t.nothingMeasured}</p> : null}
    </div>
  )
}
