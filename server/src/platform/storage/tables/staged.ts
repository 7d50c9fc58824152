interface StagedRequestsTable {
  id: string
  owner_id: string
  /** The name of the handler that runs the steps. */
  kind: string
  /** Shared by the change log entries of all steps. */
  batch_id: string
  undoes: string | null
  via: string
  token_name: string | null
  reply_to: string | null
  /** JSON. */
  input: string
  /** JSON. What the next step needs to know about the earlier ones. */
  state: string | null
  status: 'running' | 'done' | 'failed' | 'canceled'
  /** `ahead`: does the work. `back`: takes back what it wrote, because it failed or was canceled. */
  phase: 'ahead' | 'back'
  /** The number of items done so far. */
  done: number
  /** The number of items to do, as far as it is known. */
  total: number
  /** JSON. */
  result: string | null
  /** JSON: the refusal that ended the request. */
  failure: string | null
  created_at: number
  ended_at: number | null
}

/** What a staged request reads: the items of an uploaded file, in their order. Deleted when the request has ended. */
interface StagedPartsTable {
  staged_id: string
  nr: number
  owner_id: string
  /** A compressed JSON array. */
  content: string
  created_at: number
}

export interface StagedTables {
  staged_parts: StagedPartsTable
  staged_requests: StagedRequestsTable
}
