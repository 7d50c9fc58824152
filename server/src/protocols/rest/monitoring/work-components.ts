// Components that show whether work ends: writes, jobs and calls to other servers.
import type { Jobs } from '../../../platform/jobs/open.ts'
import { unavailable } from '../../../platform/kernel/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'
import type { Component } from './health.ts'

/** A write that runs longer keeps others from writing. */
const STUCK_S = 5
/** How long an answer waits for the probe. A slow probe goes on, and the next answer tells how it ended. */
const PATIENCE_MS = 1_000
/** Every outbound call has a total time limit of at most 30 s. */
const LATE_CALL_S = 60

const secondsSince = (begin: number | undefined): number =>
  begin === undefined ? 0 : Math.floor((performance.now() - begin) / 1000)

/** Writes and reads a row. Readiness is cached, so this happens at most once a second. */
export function databaseComponent(storage: Pick<Storage, 'check'>): Component {
  let probe: { since: number; done: Promise<void> } | undefined
  return {
    name: 'database',
    age: () => secondsSince(probe?.since),
    async check() {
      const current = probe ?? { since: performance.now(), done: storage.check() }
      probe = current
      const forget = () => {
        if (probe === current) probe = undefined
      }
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, PATIENCE_MS)
      try {
        await Promise.race([current.done.finally(forget), patience.promise])
      } finally {
        clearTimeout(timer)
      }
      const age = secondsSince(probe?.since)
      if (age >= STUCK_S) throw unavailable(`The database has not answered a small write for ${age} s.`)
    },
  }
}

export const writesComponent = (storage: Pick<Storage, 'load'>): Component => {
  const age = () => secondsSince(storage.load().writing_since)
  return {
    name: 'writes',
    age,
    async check() {
      if (age() >= STUCK_S)
        throw unavailable(`A write has been running for ${age()} s, so other writes may wait.`)
    },
  }
}

export function jobsComponent(jobs: Pick<Jobs, 'health'>): Component {
  let age = 0
  return {
    name: 'jobs',
    optional: true,
    age: () => age,
    async check() {
      const { age_s, troubles } = await jobs.health()
      age = age_s
      if (troubles.length > 0) throw unavailable(troubles.join(' '))
    },
  }
}

export function outboundComponent({ figures }: Pick<Outbound, 'figures'>): Component {
  const age = () => Math.floor(figures().oldest_ms / 1000)
  return {
    name: 'outbound',
    optional: true,
    age,
    async check() {
      if (age() >= LATE_CALL_S)
        throw unavailable(`A call to another server has been running for ${age()} s, longer than any may.`)
    },
  }
}
