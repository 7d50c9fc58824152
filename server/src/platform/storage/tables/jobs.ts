// The tables of the job queue and of webhooks.
import type { Bool } from './column.ts'

interface JobsTable {
  kind: string
  /** Unique per kind: a new job with the same key replaces the old one. */
  key: string
  /** The job is deleted together with this person's account; null for jobs of the server. */
  owner_id: string | null
  /** The original due time, which retries do not change, or the time until which the job was postponed. */
  run_at: number
  /** The end of the lease of the instance that runs the job or, after a failure, the next attempt; otherwise null. */
  claimed_until: number | null
  /** Identifies the claim, so that an instance that lost its lease cannot finish the job. */
  claim: string | null
  attempts: number
  /** Stored as JSON. */
  payload: string
  last_error: string | null
  created_at: number
}

export interface JobTables {
  jobs: JobsTable
}

interface WebhooksTable {
  id: string
  owner_id: string
  url: string
  /** Space-separated; null for all kinds. */
  kinds: string | null
  /** Space-separated. */
  events: string
  detail: string
  template: string
  active: Bool
  /** Not hashed, because it signs every request. */
  secret: string
  old_secret: string | null
  old_secret_until: number | null
  /** The position in the owner's change log up to which deliveries exist. */
  seq: number
  failing_since: number | null
  paused_until: number | null
  disabled_at: number | null
  disabled_reason: string | null
  created_at: number
  updated_at: number
}

interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  owner_id: string
  /** Null for a test. */
  seq: number | null
  type: string
  kind: string
  resource_id: string
  body: string | null
  status: string
  attempts: number
  created_at: number
  last_attempt_at: number | null
  next_attempt_at: number | null
  duration_ms: number | null
  response_status: number | null
  response_excerpt: string | null
  error: string | null
}

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}
