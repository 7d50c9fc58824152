// Subscriptions: external calendars, shown as a read-only layer.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Color, ColorOut, Line, Ok, pageQuery, Timestamp, Uuid } from '../words.ts'

export const REFRESH_MINUTES = { least: 15, usual: 60, most: 10_080 } as const

const ADDRESS = "The calendar's URL (`https:` or `webcal:`), on the public Internet. Only you can read it."
const NAME = 'Your name for the calendar.'
const EVERY = 'How often the calendar is read, in minutes; 60 by default.'
const COLOR = 'The color of its entries.'

const Url = Type.String({ minLength: 1, maxLength: 2048, format: 'storable', description: ADDRESS })
const When = (description: string) => Type.Union([Timestamp, Type.Null()], { description })
const Minutes = Type.Integer({
  minimum: REFRESH_MINUTES.least,
  maximum: REFRESH_MINUTES.most,
  description: EVERY,
})

export const Subscription = Type.Object(
  {
    id: Uuid,
    url: Type.String({ description: ADDRESS }),
    name: Type.String({ description: NAME }),
    color: Type.Union([ColorOut], { description: COLOR }),
    refresh_minutes: Type.Integer({ description: EVERY }),
    events: Type.Integer({ description: 'The number of entries; a series counts once.' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the last attempt failed, in one sentence; null after a success.',
    }),
    last_attempt_at: When('When the calendar was last requested; null if never.'),
    last_success_at: When('When the calendar was last read successfully; null if never.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Subscription' },
)
export type Subscription = Type.Static<typeof Subscription>

const ColorIn = Type.Union([Color], { description: COLOR })

export const SubscriptionCreate = Type.Object(
  { url: Url, name: Line(100), color: Clearable(ColorIn), refresh_minutes: Clearable(Minutes) },
  { title: 'SubscriptionCreate' },
)
export const SubscriptionUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    name: Type.Optional(Line(100)),
    color: Type.Optional(ColorIn),
    refresh_minutes: Type.Optional(Minutes),
  },
  { title: 'SubscriptionUpdate' },
)

const one = Type.Object({
  subscription_id: Type.Codec(Type.String({ format: 'uuid', description: 'The subscription.' }))
    .Decode(text => text.toLowerCase())
    .Encode(text => text),
})

export const subscriptionRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/subscriptions',
    summary: 'List your subscriptions, oldest first',
    description:
      'Calendars from other programs. `GET /v1/schedules` with `include_subscriptions=true` returns their entries.',
    query: Type.Object(pageQuery),
    response: Type.Array(Subscription),
    list: true,
  },
  create: {
    method: 'POST',
    path: '/subscriptions',
    summary: 'Subscribe to a calendar',
    description:
      'The server reads the calendar now and then every `refresh_minutes`, and shows its events as a read-only layer. `url` must be a public https address (422). Times without a zone are in your own zone. At most 20 per person (409).',
    body: SubscriptionCreate,
    status: 201,
    response: Subscription,
    errors: [409],
  },
  get: {
    method: 'GET',
    path: '/subscriptions/{subscription_id}',
    summary: 'Read a subscription',
    description: 'Includes the outcome of the last attempt and the time of the last success.',
    params: one,
    response: Subscription,
    errors: [404],
  },
  update: {
    method: 'PATCH',
    path: '/subscriptions/{subscription_id}',
    summary: 'Change a subscription',
    description: 'Changes only the given fields. A new `url` is read at once.',
    params: one,
    body: SubscriptionUpdate,
    response: Subscription,
    errors: [404],
  },
  remove: {
    method: 'DELETE',
    path: '/subscriptions/{subscription_id}',
    summary: 'Unsubscribe',
    description: 'Its entries disappear at once.',
    params: one,
    response: Ok,
    errors: [404],
  },
  refresh: {
    method: 'POST',
    path: '/subscriptions/{subscription_id}/refresh',
    fetches: true,
    secret: true,
    summary: 'Read the calendar now',
    description: 'Responds after the attempt, with its outcome in `error` and `last_success_at`.',
    params: one,
    response: Subscription,
    errors: [404],
  },
})
