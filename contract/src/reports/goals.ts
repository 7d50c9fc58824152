// Compares the time of each tag with the tag's goal: a share of the group's time, or hours per week.
import Type from 'typebox'
import { ColorOut, Nullable, Uuid } from '../words.ts'
import { IsRunning, periodFields, periodQuery, Seconds } from './period.ts'

export const GoalQuery = Type.Object(periodQuery)

const Share = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The tag's share of the time of all tags in the group; null if the group has no time.",
  }),
)
const Deviation = Nullable(
  Type.Number({ description: 'The share minus the goal; null without a share or a goal.' }),
)

const Side = Type.Object(
  {
    seconds: Seconds,
    share: Share,
    deviation: Deviation,
    missing_seconds: Type.Number({
      minimum: 0,
      description:
        'The time missing to reach the goal: goal × time of all tags in the group − seconds. For a tag with only an hours goal: goal_seconds − seconds.',
    }),
  },
  { title: 'GoalShare' },
)
export type GoalSide = Type.Static<typeof Side>

export const TagGoal = Type.Object(
  {
    tag_id: Uuid,
    title: Type.String({ description: 'The name of the tag.' }),
    color: ColorOut,
    goal: Nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'The goal ratio; null if the tag has none.' }),
    ),
    goal_hours: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      description: 'The goal in hours per week; null if the tag has none.',
    }),
    goal_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      description: 'The hours goal for this range: a seventh of `goal_hours` for each of its days.',
    }),
    actual: Side,
    planned: Side,
  },
  { title: 'TagGoal' },
)
export type TagGoal = Type.Static<typeof TagGoal>

export const GroupGoals = Type.Object(
  {
    group_id: Uuid,
    title: Type.String({ description: 'The name of the group.' }),
    color: ColorOut,
    actual_seconds: Seconds,
    planned_seconds: Seconds,
    tags: Type.Array(TagGoal, { description: 'All tags of the group, by name.' }),
  },
  { title: 'GroupGoals' },
)
export type GroupGoals = Type.Static<typeof GroupGoals>

const part = {
  ...periodFields,
  groups: Type.Array(GroupGoals, { description: 'The tag groups with goals, by name.' }),
}

export const GoalPart = Type.Object(part, { title: 'GoalReportPart' })
export type GoalPart = Type.Static<typeof GoalPart>

export const GoalReport = Type.Object(
  { ...part, is_running: IsRunning, previous: Type.Optional(GoalPart) },
  { title: 'GoalReport' },
)
export type GoalReport = Type.Static<typeof GoalReport>
