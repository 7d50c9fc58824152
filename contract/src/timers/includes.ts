// These query parameters select the related items in a timer response.
import Type from 'typebox'
import { OneOf } from '../words.ts'

const TAG_INCLUDE_MODES = ['none', 'timer_only', 'inherit_from_schedule'] as const

export const includes = {
  include_schedule: Type.Optional(
    Type.Boolean({ description: "Include the schedule. It is always included in someone else's timer." }),
  ),
  include_todo: Type.Optional(
    Type.Boolean({ description: "Include the todo. It is always included in someone else's timer." }),
  ),
  tag_include_mode: Type.Optional(
    OneOf(TAG_INCLUDE_MODES, {
      description:
        "`none` (default): `tags` is empty. `timer_only`: the timer's own tags. `inherit_from_schedule`: also the tags of its schedule and todo.",
    }),
  ),
}
export const Includes = Type.Object(includes)
export type TimerIncludes = Type.StaticDecode<typeof Includes>
