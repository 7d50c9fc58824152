// The first page of a list for somebody with 100 todos and for somebody with very many. Target: within 1.5x.
import { join } from 'node:path'
import { openSqliteStorage } from '../server/src/storage/sqlite.ts'
import { CONNECTIONS, compare, ROUNDS, startProgram } from './support/interleave.ts'
import { seedTodos } from './support/todo-seed.ts'
import { inWorkspace } from './support/workspace.ts'

const MOST = (process.env['MOST'] ?? '100000').split(',').map(Number)

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  await (await openSqliteStorage(path)).close()
  seedTodos(path, 'few', 100)
  for (const most of MOST) seedTodos(path, `many-${most}`, most)
  const people = ['few', ...MOST.map(most => `many-${most}`)]
  const program = await startProgram('support/our-server.ts', { database: { kind: 'sqlite', path }, people })
  const side = (person: string) => ({
    program,
    path: '/v1/todos?limit=50',
    token: program.tokens?.[person] ?? '',
  })
  console.log(`First 50 todos, ${ROUNDS} rounds, ${CONNECTIONS} connections, medians\n`)
  console.log('| todos of the person | CPU µs | of 100 todos: CPU µs | ratio |\n|---|---|---|---|')
  for (const most of MOST) {
    const { ours, limit, cpuRatio } = await compare(side(`many-${most}`), side('few'))
    const figures = `${ours.cpu.toFixed(0)} | ${limit.cpu.toFixed(0)} | ${(1 / cpuRatio).toFixed(2)}`
    console.log(`| ${most.toLocaleString('en')} | ${figures} |`)
  }
  await program.stop()
})
