import type { Clock } from '../kernel/time/clock.ts'
import type { Decision, Limiter, Rule } from './port.ts'
import { emptyLog, type SlidingLog, takeFrom } from './sliding-log.ts'

export interface MemoryLimiterOptions {
  readonly max_keys_per_rule?: number
  readonly sweep_ms?: number
}

/**
 * Memory is freed per generation. A key that is used moves to the young generation. A rotation drops the old generation
 * and makes the young one old. Scheduled rotations are at least one window apart, so dropped keys have no counts left.
 */
interface Generations {
  window_ms: number
  rotated_at: number
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
    rotateIfDue(logs, now)
    return takeFrom(logs.young.get(key) ?? this.#admit(logs, key, now), rule, now)
  }

  /** Frees idle keys of all rules, and rules without keys. A request frees only idle keys of its own rule. */
  sweep(): void {
    const now = this.#clock.now()
    for (const [key, logs] of this.#byRule) {
      rotateIfDue(logs, now)
      if (logs.young.size + logs.old.size === 0) this.#byRule.delete(key)
    }
  }

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
    const logs = { window_ms: rule.window_ms, rotated_at: now, young: new Map(), old: new Map() }
    this.#byRule.set(rule.key, logs)
    return logs
  }

  /**
   * A full young generation forces a rotation, which only drops keys that stayed idle while many others were added. An
   * attacker needs that many addresses to force a rotation, and gains nothing, because each address has its own limit
   * anyway. Refusing new keys instead would let one attacker lock everyone out.
   */
  #admit(logs: Generations, key: string, now: number): SlidingLog {
    const log = logs.old.get(key) ?? emptyLog()
    logs.old.delete(key)
    if (logs.young.size >= this.#generation) rotate(logs, now)
    logs.young.set(key, log)
    return log
  }
}

function rotateIfDue(logs: Generations, now: number): void {
  const age = now - logs.rotated_at
  if (age < 0) logs.rotated_at = now
  else if (age >= logs.window_ms) {
    if (age >= 2 * logs.window_ms) logs.young = new Map()
    rotate(logs, now)
  }
}

function rotate(logs: Generations, now: number): void {
  logs.old = logs.young
  logs.young = new Map()
  logs.rotated_at = now
}
