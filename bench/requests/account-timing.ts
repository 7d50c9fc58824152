// Tests whether the response time of "Forgot password?" or a failed sign-in reveals who has an account. Alternates
// known and unknown addresses and compares the two samples with a permutation test.
import { loadavg } from 'node:os'
import { type EmbeddedApp, startEmbedded } from '../../server/test/support/accounts.ts'
import { startMailServer } from '../../server/test/support/smtp.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const PAIRS = Number(process.env['PAIRS'] ?? 400)
const SHUFFLES = 5_000

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Returns the p-value: the share of random sign assignments whose mean is at least as far from zero as the measured
 * mean.
 */
function chanceOf(differences: readonly number[]): number {
  const mean = (signs: () => number) =>
    Math.abs(differences.reduce((sum, each) => sum + signs() * each, 0) / differences.length)
  const observed = mean(() => 1)
  let atLeast = 0
  for (let count = 0; count < SHUFFLES; count++)
    if (mean(() => (Math.random() < 0.5 ? 1 : -1)) >= observed) atLeast++
  return atLeast / SHUFFLES
}

async function compare(name: string, pairs: number, ask: (email: string) => Promise<unknown>): Promise<void> {
  const timed = async (email: string) => {
    const start = performance.now()
    await ask(email)
    return performance.now() - start
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let at = 0; at < pairs + 20; at++) {
    const both = [
      async () => known.push(await timed(`known-${at % 40}@example.org`)),
      async () => unknown.push(await timed(`nobody-${at % 40}@example.org`)),
    ]
    // Alternates the order, so that neither sample always runs first.
    for (const run of at % 2 === 0 ? both : both.toReversed()) await run()
  }
  const [a, b] = [known.slice(20), unknown.slice(20)]
  const chance = chanceOf(a.map((ms, at) => ms - (b[at] ?? 0)))
  console.log(
    `| ${name} | ${pairs} | ${median(a).toFixed(2)} ms | ${median(b).toFixed(2)} ms | ${chance.toFixed(3)} |`,
  )
}

const smtp = await startMailServer()
const server: EmbeddedApp = await startEmbedded(await openFreshSqlite(), smtp.settings, { watched: false })
for (let at = 0; at < 40; at++) await server.join(`known-${at}@example.org`)
await server.app.listen({ host: '127.0.0.1', port: 0 })
console.log(
  `Load at the start: ${loadavg()
    .map(each => each.toFixed(1))
    .join(' ')}\n`,
)
console.log('| request | pairs | known address, median | unknown address, median | p (permutation test) |')
console.log('|---|---|---|---|---|')
await compare('POST /v1/account/reset', PAIRS, email => server.post('/v1/account/reset', { email }))
await compare('POST /auth/sign-in, wrong password', Math.ceil(PAIRS / 4), email => {
  server.clock.advance(600_000)
  return server.post('/auth/sign-in', { email, password: 'not the password' })
})
await server.close()
await smtp.close()
