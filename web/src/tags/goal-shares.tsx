// Shows each tag's share as a bar with a mark for the goal, and the deviation in words.
import type { GroupGoals, TagGoal } from '@daymark/contract/reports/goals'
import { durationText } from '../design/format.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { chipStyle } from './chip-style.ts'
import './goal-shares.css'
import { deviationWords, hoursWords, percent } from './goal-words.ts'
import { tagTexts } from './texts.ts'

interface Props {
  groups: readonly GroupGoals[]
  /** Opens the tag's timers. */
  onOpen?: (tag: TagGoal) => void
  /** An additional note about the tag, such as its previous share. */
  note?: (tag: TagGoal) => string | undefined
}

export const GoalShares = ({ groups, onOpen, note }: Props) => (
  <div className="goal-groups">
    {groups.map(group => (
      <div key={group.group_id} className="goal-group">
        <h3 className="chip" style={chipStyle(group.color)}>
          <bdi>{group.title}</bdi>
        </h3>
        <ul className="plain-list">
          {group.tags.map(tag => (
            <TagShare key={tag.tag_id} tag={tag} onOpen={onOpen} note={note?.(tag)} />
          ))}
        </ul>
      </div>
    ))}
  </div>
)

interface TagProps {
  tag: TagGoal
  onOpen: ((tag: TagGoal) => void) | undefined
  note: string | undefined
}

function TagShare({ tag, onOpen, note }: TagProps) {
  const t = useTexts(tagTexts)
  const { language } = useLanguage()
  const { title, color, goal, goal_seconds, actual } = tag
  const hours = hoursWords(actual.seconds, goal_seconds, language)
  const share = actual.share ?? 0
  const shareText = `${percent(share)}%`
  const goalText = goal === null ? '–' : `${percent(goal)}%`
  const time = durationText(actual.seconds * 1000, language)
  return (
    <li className="goal-share" style={chipStyle(color)}>
      <span className="goal-name">
        <bdi>{title}</bdi>
      </span>
      <span className="goal-numbers">
        {onOpen && actual.seconds > 0 ? (
          <button type="button" className="figure" onClick={() => onOpen(tag)}>
            {time}
          </button>
        ) : (
          <span>{time}</span>
        )}
        <strong>{shareText}</strong>
      </span>
      <svg
        className="goal-bar"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={t.shareOf(title, shareText, goalText)}
      >
        <rect className="goal-track" width="100" height="10" />
        <rect className="goal-fill" width={share * 100} height="10" />
        {goal === null ? null : <path className="goal-mark" d={`M${goal * 100} 0V10`} />}
      </svg>
      <span className="soft goal-words">
        {goal === null ? null : `${t.goalAt(goalText)} · `}
        {goal === null && hours ? null : deviationWords(actual, goal, language)}
        {hours && goal !== null ? ' · ' : null}
        {hours}
        {note ? ` · ${note}` : ''}
      </span>
    </li>
  )
}
