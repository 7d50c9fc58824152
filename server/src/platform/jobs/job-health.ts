// Finds kinds of jobs that are late or fail for everybody.
import type { ClaimedJob } from './job.ts'
import type { JobRunner } from './runner.ts'
import type { LateKind } from './store.ts'

const LATE_MS = 3_600_000
/** The first failures may be a passing fault, for example of a database that restarts. */
const MANY_FAILURES = 3

export interface JobHealth {
  /** Seconds since the oldest due job should have begun. */
  age_s: number
  /** One sentence for each kind in trouble. */
  troubles: string[]
}

interface Failures {
  count: number
  concerned: Set<string>
}

const concernedBy = ({ owner_id, key }: ClaimedJob): string => owner_id ?? key

export function failureWatch() {
  /** The failures of each kind since its last success. */
  const kinds = new Map<string, Failures>()
  return {
    ended(job: ClaimedJob, hasFailed: boolean): void {
      if (!hasFailed) return void kinds.delete(job.kind)
      const failures = kinds.get(job.kind) ?? { count: 0, concerned: new Set() }
      failures.count++
      // Two are enough to tell one person from several.
      if (failures.concerned.size < 2) failures.concerned.add(concernedBy(job))
      kinds.set(job.kind, failures)
    },
    troubles: (runner: Pick<JobRunner, 'delivers'>): string[] =>
      [...kinds]
        .filter(
          ([kind, { count, concerned }]) =>
            count >= MANY_FAILURES && (concerned.size > 1 || !runner.delivers(kind)),
        )
        .map(
          ([kind, { count }]) =>
            `Jobs of the kind ${kind} fail for everybody (${count} times in a row). The log says why.`,
        ),
  }
}

/** `due` are the times at which the next job of each kind is or was due. */
export async function jobHealth({
  runner,
  due,
  late,
  now,
}: {
  runner: Pick<JobRunner, 'delivers' | 'runningSince'>
  due: readonly number[]
  late(before: number): Promise<readonly LateKind[]>
  now: number
}): Promise<JobHealth> {
  const oldest = Math.min(now, ...due)
  const before = now - LATE_MS
  const waiting = oldest <= before ? await late(before) : []
  const troubles = waiting
    .filter(({ kind, first, last }) => first !== last || !runner.delivers(kind))
    .map(({ kind, oldest }) => `Jobs of the kind ${kind} are ${minutes(now - oldest)} minutes late.`)
  const running = runner.runningSince(before)
  const stuck = [...new Set(running.map(({ kind }) => kind))]
    .filter(kind => !runner.delivers(kind) || isOfSeveral(running.filter(job => job.kind === kind)))
    .map(kind => `Jobs of the kind ${kind} have been running for more than ${minutes(LATE_MS)} minutes.`)
  return { age_s: Math.round((now - oldest) / 1000), troubles: [...troubles, ...stuck] }
}

const isOfSeveral = (jobs: readonly ClaimedJob[]): boolean => new Set(jobs.map(concernedBy)).size > 1
const minutes = (ms: number): number => Math.floor(ms / 60_000)
