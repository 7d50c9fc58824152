// Measures the cost of in-memory rate limiting: finding the rule and counting a request, for few and many clients.
import { systemClock } from '../../server/src/platform/kernel/time/clock.ts'
import { MemoryLimiter } from '../../server/src/platform/limiter/memory.ts'
import { restRules, ruleLookup } from '../../server/src/platform/limiter/rules.ts'

const TAKES = 2_000_000
const ROUNDS = 5

const id = '0198c1de-7a39-7000-8000-000000000001'
const rules = restRules({ default_window_s: 60, default_max: 60 })
const ruleFor = ruleLookup(rules)

const keysOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `user:${id}-${i}`)

/** Returns the fastest round's time, because other load slows down some rounds. */
function bestOf(run: () => void, count = TAKES): string {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    run()
    return ((performance.now() - start) * 1e6) / count
  })
  return `${Math.min(...times).toFixed(0)} ns`
}

/**
 * Measures counting a request, allowed or rejected. Each round starts with an empty limiter, so that all rounds do the
 * same work.
 */
function takes(keyCount: number, max: number): string {
  const keys = keysOf(keyCount)
  const rule = { key: 'bench', window_ms: 60_000, max }
  return bestOf(() => {
    const limiter = new MemoryLimiter(systemClock, { max_keys_per_rule: 4 * keyCount })
    for (let i = 0; i < TAKES; i++) limiter.take(rule, keys[i % keyCount] ?? '')
    limiter.close()
  })
}

function lookups(method: string, targets: string[]): string {
  return bestOf(() => {
    for (let i = 0; i < TAKES; i++) ruleFor(method, targets[i % targets.length] ?? '')
  })
}

function bytesPerKey(keyCount: number, requests: number): string {
  const keys = keysOf(keyCount)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const limiter = new MemoryLimiter(systemClock, { max_keys_per_rule: 4 * keyCount })
  const rule = { key: 'bench', window_ms: 60_000, max: 100 }
  for (let i = 0; i < requests; i++) for (const key of keys) limiter.take(rule, key)
  globalThis.gc?.()
  const bytes = (process.memoryUsage().heapUsed - before) / limiter.size
  limiter.close()
  return `${bytes.toFixed(0)} bytes`
}

const targets = Array.from({ length: 1000 }, (_, i) => `/v1/todos/${id.slice(0, -4)}${1000 + i}`)
console.log('| what | cost |\n|---|---|')
const rows: [string, () => string][] = [
  ['rule of GET /v1/todos/{id}', () => lookups('GET', targets)],
  ['rule of GET /v1/todos?…', () => lookups('GET', ['/v1/todos?scope=all&limit=50'])],
  ['rule of an escaped path', () => lookups('POST', ['/api/v1/%74odos'])],
  ['take, 1 client, always refused after 30', () => takes(1, 30)],
  ['take, 1 client, always allowed', () => takes(1, TAKES)],
  ['take, 100 clients, limit 100', () => takes(100, 100)],
  ['take, 10,000 clients, limit 100', () => takes(10_000, 100)],
  ['take, 100,000 clients, limit 100', () => takes(100_000, 100)],
  ['take, 100,000 clients, limit 10', () => takes(100_000, 10)],
]
for (const [what, measure] of rows) console.log(`| ${what} | ${measure()} |`)
if (globalThis.gc !== undefined) {
  for (const requests of [1, 10, 100]) {
    console.log(`| memory of a client with ${requests} requests | ${bytesPerKey(20_000, requests)} |`)
  }
}
