// The routes of staged requests.
import type { jobRoutes } from '@daymark/contract/jobs'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Staged } from '../../platform/staged/open.ts'

export const jobHandlers = (staged: Staged): Handlers<typeof jobRoutes> => ({
  async get({ actor, session, params, zone, setHeader }) {
    const { job, seq } = await staged.find(actor.id, params.job_id, zone, seenBy(session))
    if (seq !== undefined) setHeader('X-Seq', String(seq))
    return job
  },
  cancel: ({ actor, session, params, zone }) => staged.cancel(actor.id, params.job_id, zone, seenBy(session)),
})

/** The result of a job may show items that another token may not read. */
const seenBy =
  ({ scopes, token_name }: Session) =>
  (startedBy: string | null): boolean =>
    scopes === undefined || (token_name !== undefined && startedBy === token_name)
