import Type from 'typebox'
import { SCHEDULE_STATES } from '../constants.ts'
import { TODO_STATUSES } from '../planning/todo.ts'
import { routeGroup } from '../route.ts'
import { TIMER_STATUSES } from '../timers/timer.ts'
import { DateFilter, Line, OneOf, OneOfAnyCase, pageQueryOf, TagIds, Uuid } from '../words.ts'
import { SEARCH_KINDS } from './search-kinds.ts'

export { SEARCH_KINDS, type SearchKind } from './search-kinds.ts'

export const SEARCH_STATUSES = [
  ...TODO_STATUSES,
  ...SCHEDULE_STATES,
  ...TIMER_STATUSES.filter(status => status !== 'COMPLETED' && status !== 'CANCELLED'),
] as const
export type SearchStatus = (typeof SEARCH_STATUSES)[number]

/** The default page size. */
export const SEARCH_LIMIT = 50

const OrNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const SearchHit = Type.Object(
  {
    kind: OneOf(SEARCH_KINDS, { description: 'The kind of item.' }),
    id: Type.String({ description: 'The id of the item; for a person, the user id.' }),
    title: OrNull(Type.String(), 'The title or name; null for a timer without a title.'),
    excerpt: OrNull(
      Type.String(),
      'The part of the description around the first hit; null if only the title contains the words.',
    ),
    matched: OneOf(['title', 'description'], {
      description:
        '`title` if the title contains all words. Other texts, and a renamed occurrence, count as `description`.',
    }),
    owner_id: Type.String(),
    is_shared: Type.Boolean({ description: 'True if it belongs to someone else. False for people.' }),
    status: OrNull(OneOf(SEARCH_STATUSES), 'The status or state; null for tags, meetings and people.'),
    start: OrNull(
      Type.String(),
      'The deadline of a todo, or the start of a schedule, timer or meeting; a date (YYYY-MM-DD) if it has no time.',
    ),
    end: OrNull(
      Type.String(),
      'The end of a schedule, or the last date of a meeting. For an all-day schedule, the date after its last day.',
    ),
    is_series: Type.Boolean({ description: 'True for a repeating schedule or todo.' }),
    tag_ids: Type.Array(Uuid, { description: 'The tags of a todo, schedule or timer.' }),
    created_at: Type.String({
      format: 'date-time',
      description: 'When it was created; for a person, when you became friends.',
    }),
  },
  { title: 'SearchHit' },
)
export type SearchHit = Type.Static<typeof SearchHit>

const SearchQuery = Type.Object({
  q: Line(200),
  kinds: Type.Optional(Type.Array(OneOf(SEARCH_KINDS), { maxItems: 20 })),
  scope: Type.Optional(
    OneOf(['mine', 'shared', 'all'], {
      description:
        "`all` by default: your own items and those shared with you. `shared` also includes strangers' public items.",
    }),
  ),
  tag_ids: Type.Optional(TagIds),
  status: Type.Optional(
    Type.Array(OneOfAnyCase(SEARCH_STATUSES), {
      'x-maxItems': 20,
      description: 'Not case-sensitive. Repeat the parameter to select items with any of several values.',
    }),
  ),
  start_date: Type.Optional(DateFilter),
  end_date: Type.Optional(DateFilter),
  ...pageQueryOf(SEARCH_LIMIT),
})
export type SearchQuery = Type.StaticDecode<typeof SearchQuery>

export const searchRoutes = routeGroup({
  find: {
    method: 'GET',
    path: '/search',
    summary: 'Search your items and those shared with you',
    description:
      "Finds todos, schedules, timers, tags, meetings and friends whose texts contain every word of `q`, in any order and also inside words. Case, accents and character width do not matter. Korean is found by syllables and by initial consonants: `ㅎㅇ` finds 회의. Hits in the title come first; then hits at the start of the title, at the start of a word and inside words; then newer items. `scope` is `all` by default: your own items and those shared with you, without strangers' public items, which only `scope=shared` includes. Tags and friends are always your own. `tag_ids`, `status`, `start_date` and `end_date` select only items that have tags, a status or a date; a series has all dates from its first to its last occurrence. Without `limit`, at most 50 results. A newer search of the same app cancels one that is still running, which answers 409.",
    query: SearchQuery,
    response: Type.Array(SearchHit),
    list: true,
    errors: [409],
  },
})
