// The operations of `jobs`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['jobs']

/**
 * Read the progress of a request that runs in steps.
 *
 * A request that touches more than 1,000 items runs in steps. If it takes longer than 20 s, or if you
 * sent `Prefer: respond-async`, it responds with 202 and the address of this job in `Location`.
 * `X-Seq` is the position of the last step that is done. Jobs can be read for 30 days. A token with
 * scopes sees only the jobs that it started.
 *
 * `GET /v1/jobs/{job_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/jobs/{job_id}')

/**
 * Cancel an import, an undo or a restore.
 *
 * The job takes back what it has written; its status is `canceled` when that is done. 409 if the job
 * has ended, or if it is a deletion: a deletion goes on and can be undone.
 *
 * `DELETE /v1/jobs/{job_id}`
 */
export const cancel = /* @__PURE__ */ operation<Group['cancel']>('DELETE', '/v1/jobs/{job_id}')
