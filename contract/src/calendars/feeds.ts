// Feeds: secret URLs that calendar apps subscribe to.
import Type from 'typebox'
import { FEED_CONTENTS, FEED_DAYS, FEED_DETAILS } from '../constants.ts'
import { routeGroup } from '../route.ts'
import { Clearable, Line, Ok, OneOf, pageQuery, SomeOf, TagIds, Timestamp, Uuid } from '../words.ts'

export type FeedContent = (typeof FEED_CONTENTS)[number]

export type FeedDetail = (typeof FEED_DETAILS)[number]

const NAME = 'The calendar name that apps show.'
const CONTENTS =
  'What the feed contains. `timers` is your measured time, `meetings` are confirmed meetings that you own or take part in, `holidays` are those chosen in your preferences.'
const TAGS =
  'Only schedules, todos and timers with at least one of these tags; all if the list is empty. Tags that are deleted later match nothing.'
const DETAIL =
  '`busy` shows only when you are busy: no titles, tags, ids or descriptions, and no todos or holidays.'
const PAST = 'How many days before today the feed begins.'
const FUTURE = 'How many days after today the feed ends.'

const Days = (description: string) => Type.Integer({ minimum: 0, maximum: FEED_DAYS.most, description })

const fields = {
  id: Uuid,
  name: Type.String({ description: NAME }),
  contents: Type.Array(OneOf(FEED_CONTENTS), { description: CONTENTS }),
  tag_ids: Type.Array(Uuid, { description: TAGS }),
  detail: OneOf(FEED_DETAILS, { description: DETAIL }),
  past_days: Type.Integer({ description: PAST }),
  future_days: Type.Integer({ description: FUTURE }),
  last_fetched_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When an app last read the feed, accurate to a few minutes; null if never.',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Feed = Type.Object(fields, { title: 'Feed' })
export type Feed = Type.Static<typeof Feed>

export const NewFeed = Type.Object(
  {
    ...fields,
    url: Type.String({
      description: 'The secret URL. Anyone who knows it can read the feed. Shown only once.',
    }),
    webcal_url: Type.String({
      description: 'The same URL with `webcal:`, which opens the calendar app. Shown only once.',
    }),
  },
  { title: 'NewFeed' },
)
export type NewFeed = Type.Static<typeof NewFeed>

const Contents = SomeOf(OneOf(FEED_CONTENTS), FEED_CONTENTS.length, CONTENTS)
const Detail = OneOf(FEED_DETAILS, { description: DETAIL })
const tag_ids = Type.Optional(Type.Union([TagIds, Type.Null()], { description: TAGS }))

export const FeedCreate = Type.Object(
  {
    name: Line(100),
    contents: Clearable(Contents),
    tag_ids,
    detail: Clearable(Detail),
    past_days: Clearable(Days(PAST)),
    future_days: Clearable(Days(FUTURE)),
  },
  { title: 'FeedCreate' },
)
export const FeedUpdate = Type.Object(
  {
    name: Type.Optional(Line(100)),
    contents: Type.Optional(Contents),
    tag_ids,
    detail: Type.Optional(Detail),
    past_days: Type.Optional(Days(PAST)),
    future_days: Type.Optional(Days(FUTURE)),
  },
  { title: 'FeedUpdate' },
)

const one = Type.Object({
  feed_id: Type.Codec(Type.String({ format: 'uuid', description: 'The feed.' }))
    .Decode(text => text.toLowerCase())
    .Encode(text => text),
})

export const feedRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/feeds',
    summary: 'List your feeds, oldest first',
    description: 'The secret URLs are never returned.',
    query: Type.Object(pageQuery),
    response: Type.Array(Feed),
    list: true,
  },
  create: {
    method: 'POST',
    path: '/feeds',
    secret: true,
    summary: 'Create a feed',
    description:
      'Creates a secret URL from which calendar apps read your calendar as an iCalendar file. The response contains the URL; it is not shown again. Without `contents`, the feed contains your schedules, from 30 days ago to 365 days ahead. A personal access token needs the read scope of everything that the feed contains (403). Tags must be yours (400). At most 20 per person (409).',
    body: FeedCreate,
    status: 201,
    response: NewFeed,
    errors: [400, 409],
  },
  get: {
    method: 'GET',
    path: '/feeds/{feed_id}',
    summary: 'Read a feed’s settings',
    description: 'The secret URL is not returned.',
    params: one,
    response: Feed,
    errors: [404],
  },
  update: {
    method: 'PATCH',
    path: '/feeds/{feed_id}',
    summary: 'Change a feed',
    description: 'Changes only the given fields. The URL stays the same.',
    params: one,
    body: FeedUpdate,
    response: Feed,
    errors: [400, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/{feed_id}',
    summary: 'Delete a feed',
    description: 'Its URL stops working at once.',
    params: one,
    response: Ok,
    errors: [404],
  },
  renew: {
    method: 'POST',
    path: '/feeds/{feed_id}/renew',
    secret: true,
    summary: 'Replace a feed’s URL',
    description:
      'Returns a new secret URL, which is not shown again. The old URL stops working at once. A personal access token needs the read scope of everything that the feed contains (403).',
    params: one,
    response: NewFeed,
    errors: [404],
  },
})
