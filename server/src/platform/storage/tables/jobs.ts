import type { Bool } from './column.ts'

interface JobsTable {
  kind: string
  /** Unique per kind. */
  key: string
  /** The job is deleted with this person's account. Null for the server's own jobs. */
  owner_id: string | null
  /** The due time. Retries do not change it. */
  run_at: number
  /** While a job runs, the end of its lease. After a failure, the next attempt. Otherwise null. */
  claimed_until: number | null
  /** Prevents an instance that lost its lease from finishing the job. */
  claim: string | null
  attempts: number
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
  /** Space-separated. Null means all kinds. */
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
  /** Deliveries exist up to this position in the owner's change log. */
  seq: number
  failing_since: number | null
  paused_until: number | null
  disabled_at: number | null
  disabled_reason: string | null
  /** True if the URL was stored before ports were restricted. */
  any_port: Bool
  created_at: number
  updated_at: number
}

interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  owner_id: string
  /** Null for a test delivery. */
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
