// The limiter of one process: sliding logs in memory, bounded and freed by themselves.
import type { Clock } from '../kernel/time/clock.ts'
import type { Decision, Limiter, Rule } from './port.ts'
import { emptyLog, type SlidingLog, takeFrom } from './sliding-log.ts'

export interface MemoryLimiterOptions {
  /** The most keys remembered for one rule. */
  readonly max_keys_per_rule?: number
  readonly sweep_ms?: number
}

/**
 * Two generations: a key that is used moves into the young one, and at each turn the old one is forgotten as a whole.
 * Turns lie at least one window apart, so what is forgotten had been silent for a window and counted nothing any more.
 */
interface Generations {
  window_ms: number
  turned_at: number
  young: Map<string, SlidingLog>
  old: Map<string, SlidingLog>
}

export class MemoryLimiter implements Limiter {
  readonly #clock: Clock
  readonly #generation: number
  readonly #byRule = new Map<string, Generations>()
  readonly #sweeper: NodeJS.Timeout

  constructor(clock: Clock, { max_keys_per_rule = 65_536, sweep_ms = 30_000 }: MemoryLimiterOptions = {}) {
    this.#clock = clock
    this.#generation = Math.max(1, Math.floor(max_keys_per_rule / 2))
    this.#sweeper = setInterval(() => this.sweep(), sweep_ms).unref()
  }

  take(rule: Rule, key: string): Decision {
    const now = this.#clock.now()
    const logs = this.#generationsOf(rule, now)
    turnIfDue(logs, now)
    return takeFrom(logs.young.get(key) ?? this.#admit(logs, key, now), rule, now)
  }

  /** Frees silent keys of rules that nobody asks for any more; the others are freed as they are used. */
  sweep(): void {
    const now = this.#clock.now()
    for (const [key, logs] of this.#byRule) {
      turnIfDue(logs, now)
      if (logs.young.size + logs.old.size === 0) this.#byRule.delete(key)
    }
  }

  /** How many counters are held, over all rules. */
  get size(): number {
    let size = 0
    for (const { young, old } of this.#byRule.values()) size += young.size + old.size
    return size
  }

  close(): void {
    clearInterval(this.#sweeper)
  }

  #generationsOf(rule: Rule, now: number): Generations {
    const known = this.#byRule.get(rule.key)
    if (known !== undefined) return known
    const logs = { window_ms: rule.window_ms, turned_at: now, young: new Map(), old: new Map() }
    this.#byRule.set(rule.key, logs)
    return logs
  }

  /**
   * A full young generation forces a turn, which forgets only keys that were silent while half the cap of others came.
   * To be forgotten on purpose takes that many other addresses, each of which could have spent a whole limit of its
   * own: nothing is won. Turning newcomers away instead would let one attacker lock everybody else out.
   */
  #admit(logs: Generations, key: string, now: number): SlidingLog {
    const log = logs.old.get(key) ?? emptyLog()
    logs.old.delete(key)
    if (logs.young.size >= this.#generation) turn(logs, now)
    logs.young.set(key, log)
    return log
  }
}

function turnIfDue(logs: Generations, now: number): void {
  const age = now - logs.turned_at
  if (age < 0) logs.turned_at = now
  else if (age >= logs.window_ms) {
    if (age >= 2 * logs.window_ms) logs.young = new Map()
    turn(logs, now)
  }
}

function turn(logs: Generations, now: number): void {
  logs.old = logs.young
  logs.young = new Map()
  logs.turned_at = now
}
