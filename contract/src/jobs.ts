// Requests that touch many items run in steps. Their progress can be read.
import Type from 'typebox'
import { routeGroup } from './route.ts'
import { OneOf, Uuid, UuidIn } from './words.ts'

export const JOB_STATUSES = ['running', 'done', 'failed', 'canceled'] as const

export const Job = Type.Object(
  {
    id: Uuid,
    status: OneOf(JOB_STATUSES, {
      description: '`canceled` and `failed`: what the request had written was taken back.',
    }),
    progress: Type.Number({ minimum: 0, maximum: 1, description: '1 when the job has ended.' }),
    result: Type.Unknown({
      description:
        'The response of the request when it is done; an error body (`detail`) when it failed or was canceled; null while it runs.',
    }),
  },
  { title: 'Job' },
)
export type Job = Type.Static<typeof Job>

const params = Type.Object({ job_id: UuidIn })

export const jobRoutes = routeGroup({
  get: {
    method: 'GET',
    path: '/jobs/{job_id}',
    summary: 'Read the progress of a request that runs in steps',
    description:
      'A request that touches more than 1,000 items runs in steps. If it takes longer than 20 s, or if you sent `Prefer: respond-async`, it responds with 202 and the address of this job in `Location`. `X-Seq` is the position of the last step that is done. Jobs can be read for 30 days. A token with scopes sees only the jobs that it started.',
    params,
    response: Job,
    tellsPosition: true,
    errors: [404],
  },
  cancel: {
    method: 'DELETE',
    path: '/jobs/{job_id}',
    summary: 'Cancel an import, an undo or a restore',
    description:
      'The job takes back what it has written; its status is `canceled` when that is done. 409 if the job has ended, or if it is a deletion: a deletion goes on and can be undone.',
    params,
    response: Job,
    errors: [404, 409],
  },
})
