import type { GoalReport, GroupGoals, TagGoal } from '@daymark/contract/reports/goals'
import { memo } from 'react'
import { Link } from 'wouter'
import { durationText } from '../../design/format.ts'
import { Empty } from '../../design/states.tsx'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { GoalShares } from '../../tags/goal-shares.tsx'
import { deviationWords, hoursWords, percent } from '../../tags/goal-words.ts'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import type { View } from '../period/address.ts'
import { reportTexts } from '../texts.ts'

interface Props {
  report: GoalReport
  view: View
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

export const GoalsCard = memo(({ report, view, onSelect, onCsv }: Props) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const groups = report.groups.filter(group => isShown(group, view))
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  const shareText = (share: number | null) => (share === null ? '–' : `${percent(share)}%`)
  const before = new Map(
    report.previous?.groups.flatMap(group => group.tags).map(tag => [tag.tag_id, tag.actual.share]),
  )
  const open = (tag: TagGoal) =>
    onSelect({
      title: tag.title,
      // Goals count all time with the tag, regardless of the page's filters.
      slice: { from: Date.parse(report.start), to: Date.parse(report.end), tag: tag.tag_id, filter: {} },
    })
  if (groups.length === 0) {
    return (
      <ChartCard title={t.goals} onCsv={onCsv}>
        <Empty title={report.groups.length > 0 ? t.noGoalsFiltered : t.noGoals}>
          <p>{t.noGoalsHint}</p>
          <Link href="/tags" className="button">
            {t.setGoals}
          </Link>
        </Empty>
      </ChartCard>
    )
  }
  return (
    <ChartCard
      title={t.goals}
      onCsv={onCsv}
      table={
        <DataTable
          caption={t.goals}
          head={[t.tag, t.measured, t.goalShare, t.goal, t.plannedShare, t.deviation]}
          rows={groups.flatMap(group =>
            group.tags.map(tag => ({
              key: tag.tag_id,
              name: <bdi>{tag.title}</bdi>,
              cells: [
                <Figure key="time" onOpen={tag.actual.seconds > 0 ? () => open(tag) : undefined}>
                  {duration(tag.actual.seconds)}
                </Figure>,
                shareText(tag.actual.share),
                shareText(tag.goal),
                shareText(tag.planned.share),
                goalWords(tag, language),
              ],
            })),
          )}
        />
      }
    >
      <GoalShares
        groups={groups}
        onOpen={open}
        note={tag =>
          before.has(tag.tag_id) ? t.sharePrevious(shareText(before.get(tag.tag_id) ?? null)) : undefined
        }
      />
      {view.todo === undefined ? null : <p className="soft chart-note">{t.goalsOfAll}</p>}
    </ChartCard>
  )
})

/** Describes the distance to the goal as a share, in hours, or both. */
function goalWords({ actual, goal, goal_seconds }: TagGoal, language: Language): string {
  const hours = hoursWords(actual.seconds, goal_seconds, language)
  if (hours === undefined) return deviationWords(actual, goal, language)
  return goal === null ? hours : `${deviationWords(actual, goal, language)}; ${hours}`
}

const isShown = ({ group_id, tags }: GroupGoals, { group, tag }: View): boolean =>
  (group === undefined || group === group_id) &&
  (tag === undefined || tags.some(({ tag_id }) => tag_id === tag))
