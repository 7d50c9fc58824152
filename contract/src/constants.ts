// Contains no schemas, so that the web app can import it without TypeBox.

export const LEAST_PASSWORD = 10

export const SCHEDULE_STATES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED'] as const

export const MAX_BULK_ITEMS = 1_000

/** A root is level 1. */
export const MAX_TODO_LEVELS = 32

export const CHANNELS = ['app', 'push', 'email'] as const

export const CHANGE_KINDS = [
  'tag_group',
  'tag',
  'todo',
  'schedule',
  'timer',
  'meeting',
  'friend',
  'friend_request',
  'block',
  'preferences',
  'notification',
  'focus',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const WEBHOOK_EVENTS = ['created', 'updated', 'deleted'] as const
export const WEBHOOK_TEMPLATES = ['json', 'ntfy', 'gotify', 'slack', 'discord', 'matrix'] as const

export const FEED_CONTENTS = ['schedules', 'todos', 'timers', 'meetings', 'holidays'] as const
export const FEED_DETAILS = ['full', 'busy'] as const
export const FEED_DAYS = { past: 30, future: 365, most: 3_660 } as const

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024

/** The fields that a table import can assign a column to. */
export const TABLE_FIELDS = [
  'title',
  'notes',
  'list',
  'due',
  'done',
  'priority',
  'tags',
  'estimate',
  'start',
  'end',
  'duration',
  'id',
] as const

export const GUEST_NAME_LENGTH = 60
