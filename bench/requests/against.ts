// Compares whole requests of this checkout with those of another one, in interleaved rounds on SQLite:
//   node bench/requests/against.ts ../other-checkout get list1000
// To find out whether an optimization is worth its code: copy the checkout, write the simple form there, and compare.
import { join, relative, resolve } from 'node:path'
import { compare, type Program, ROUNDS, type Side, startProgram } from '../support/interleave.ts'
import { fill, recordAll } from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'

const [other, ...wanted] = process.argv.slice(2)
if (other === undefined) {
  console.error('Name the folder of another checkout, and optionally scenarios such as get or list1000.')
  process.exit(2)
}
const PEOPLE = ['thousand', 'writer', 'planner']
const BENCH = join(import.meta.dirname, '..')
const SERVER = 'support/our-server.ts'

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const database = { kind: 'sqlite', path } as const
  const { scenarios } = await recordAll(database, await fill(path))
  const order = { database, people: PEOPLE }
  const here = await startProgram(SERVER, order)
  const there = await startProgram(relative(BENCH, resolve(other, 'bench', SERVER)), order)
  console.log(`${ROUNDS} rounds, medians; above 1 the other checkout takes longer\n`)
  console.log('| request | CPU µs: here | other | other / here | requests/s: here / other |')
  console.log('|---|---|---|---|---|')
  for (const [name, { person, ...request }] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const side = (program: Program): Side => ({ program, ...request, token: program.tokens?.[person] ?? '' })
    const found = await compare(side(here), side(there))
    const cpu = [found.ours.cpu, found.limit.cpu].map(each => each.toFixed(0))
    console.log(`| ${[name, ...cpu, found.cpuRatio.toFixed(2), found.ratio.toFixed(2)].join(' | ')} |`)
  }
  await here.stop()
  await there.stop()
})
