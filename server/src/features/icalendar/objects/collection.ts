export type ObjectKind = 'schedule' | 'todo'

/** Clients can write only to `own` collections. */
export type CollectionSource = 'own' | 'shared' | 'holidays' | 'subscription'

export interface Collection {
  /**
   * The address segment: `schedules`, `todos-<group>`, `shared`, `holidays` or `subscription-<id>`, or for a todo group
   * any segment that a client chose.
   */
  id: string
  source: CollectionSource
  owner_id: string
  kind: ObjectKind
  /** The todo group, or null for the collection of schedules. */
  group_id: string | null
  name: string
  color: string | null
  description: string | null
  /** True if the collection also shows the calendar entries of todos with a deadline. */
  shows_deadlines: boolean
}

/** An object without its text. */
export interface Listed {
  id: string
  version: number
  updated_at: number
  name: string
  /** True if a client or an import has stored a text for the object. */
  is_stored: boolean
}

/** An `own` collection is listed in the order of these index columns, then by id. */
export const LIST_ORDER = {
  schedule: ['range_class', 'range_start'],
  todo: ['status_rank', 'deadline_rank', 'newest_rank'],
} as const

export interface ListPosition {
  /** The values of the index columns, or the version in a read-only collection. */
  place: readonly number[]
  id: string
}

export type Placed = Listed & ListPosition

export const placeLength = ({ source, kind }: Collection): number =>
  source === 'own' ? LIST_ORDER[kind].length : 1

export const SCHEDULES = 'schedules'
export const SHARED = 'shared'
export const HOLIDAYS = 'holidays'
const SUBSCRIPTION = 'subscription-'
export const collectionOfSubscription = (id: string): string => `${SUBSCRIPTION}${id}`
export const subscriptionOf = (id: string): string | undefined =>
  id.startsWith(SUBSCRIPTION) ? id.slice(SUBSCRIPTION.length) : undefined
const TODOS = /^todos-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

export const groupOf = (id: string): string | undefined => TODOS.exec(id)?.[1]?.toLowerCase()
export const collectionOfGroup = (groupId: string): string => `todos-${groupId}`

export const COMPONENT: Record<ObjectKind, string> = { schedule: 'VEVENT', todo: 'VTODO' }

/** Preconditions, most of them from the RFCs of WebDAV and CalDAV, so that clients understand them. */
export type Precondition =
  | 'valid-calendar-data'
  | 'valid-calendar-object-resource'
  | 'calendar-collection-location-ok'
  | 'supported-calendar-component'
  | 'supported-calendar-data'
  | 'no-uid-conflict'
  | 'max-resource-size'
  | 'valid-sync-token'
  | 'supported-report'
  | 'quota-not-exceeded'
  | 'need-privileges'
  | 'collection-must-be-empty'

export class PreconditionFault extends Error {
  readonly condition: Precondition
  /** The name of the conflicting object. */
  readonly href: string | undefined

  constructor(condition: Precondition, message: string, href?: string) {
    super(message)
    this.name = 'PreconditionFault'
    this.condition = condition
    this.href = href
  }
}

export const MAX_OBJECT_BYTES = 2 * 1024 * 1024
