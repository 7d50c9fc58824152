// Compares the CPU time of complete requests between this checkout and another one:
//   node bench/compare/against.ts ../other-checkout get list1000
// To find out whether an optimization is worth its code, copy the checkout, simplify the code there, and compare.
// Both servers run in this process and alternate every few milliseconds, so that other load affects both equally.
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestApp } from '../../server/test/support/app.ts'
import { median } from '../support/load.ts'
import { fill, recordAll, type Scenario } from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'

const TURNS = Number(process.env['ROUNDS'] ?? 200)
const WARM_UP_MS = 2_000
/** CPU time per turn. It is long enough to measure, and short enough that both sides see the same load. */
const TURN_MS = 8

const [other, ...wanted] = process.argv.slice(2)
if (other === undefined) {
  console.error('Name the folder of another checkout, and optionally scenarios such as get or list1000.')
  process.exit(2)
}

type Request = () => Promise<void>

async function serverOf(root: string, path: string): Promise<TestApp> {
  const load = (file: string) => import(pathToFileURL(resolve(root, file)).href)
  const { openSqliteStorage } = await load('server/src/platform/storage/sqlite/sqlite.ts')
  const { startTestApp } = await load('server/test/support/app.ts')
  return startTestApp(await openSqliteStorage(path), {}, { watched: false })
}

async function requestOf(server: TestApp, { person, path, method, body }: Scenario): Promise<Request> {
  const token = await server.issuer.token({ sub: person, name: person }, { expiresIn: 86_400 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { headers, ...(method && { method }), ...(body && { payload: body }) }
  return async () => {
    const answer = await server.app.inject({ url: path, ...(init as object) })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.payload}`)
  }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the main thread's CPU time per request in milliseconds. */
async function turn(request: Request, count: number): Promise<number> {
  const before = cpuMs()
  for (let at = 0; at < count; at++) await request()
  return (cpuMs() - before) / count
}

async function compare(here: Request, there: Request): Promise<[here: number, there: number, ratio: number]> {
  const end = cpuMs() + 2 * WARM_UP_MS
  while (cpuMs() < end) for (const side of [here, there]) await turn(side, 5)
  const count = Math.max(1, Math.round(TURN_MS / (await turn(here, 5))))
  const found: { here: number; there: number }[] = []
  for (let at = 0; at < TURNS; at++) {
    // Alternates the order, because the first of a pair may pay for the previous pair's garbage collection.
    if (at % 2 === 0) found.push({ here: await turn(here, count), there: await turn(there, count) })
    else found.push({ there: await turn(there, count), here: await turn(here, count) })
  }
  const of = (pick: (each: { here: number; there: number }) => number) => median(found.map(pick))
  return [of(each => each.here), of(each => each.there), of(each => each.there / each.here)]
}

await inWorkspace(async folder => {
  const [own, copy] = [join(folder, 'here.db'), join(folder, 'there.db')]
  const { scenarios } = await recordAll({ kind: 'sqlite', path: own }, await fill(own))
  copyFileSync(own, copy)
  const here = await serverOf(join(import.meta.dirname, '../..'), own)
  const there = await serverOf(other, copy)
  console.log(`${TURNS} turns, medians of CPU time; above 1 the other checkout takes longer\n`)
  console.log('| request | here | other | other / here |')
  console.log('|---|---|---|---|')
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const [ours, theirs, ratio] = await compare(
      await requestOf(here, scenario),
      await requestOf(there, scenario),
    )
    const figures = [ours, theirs].map(ms => `${(ms * 1000).toFixed(0)} µs`)
    console.log(`| ${[name, ...figures, ratio.toFixed(3)].join(' | ')} |`)
  }
  await here.close()
  await there.close()
})
