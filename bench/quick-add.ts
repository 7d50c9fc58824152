// Measures how long quick add takes to parse one line, with the lines and titles in its corpus.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quickAdd } from '@daymark/quick-add/quick-add'

const ROUNDS = Number(process.argv[2] ?? 20)
const CORPUS = join(import.meta.dirname, '../quick-add/test/corpus')
const context = {
  now: Date.parse('2026-11-11T15:00:00Z'),
  timezone: 'America/New_York',
  language: 'en',
  tags: [],
  groups: [],
  todos: [],
} as const

const linesOf = (files: string): string[] =>
  globSync(files, { cwd: CORPUS })
    .flatMap(file => readFileSync(join(CORPUS, file), 'utf8').split('\n'))
    .map(line => line.split('|')[0]?.trim() ?? '')
    .filter(line => line !== '' && !line.startsWith('# '))

console.log('| lines | count | median ms | p99 ms |')
console.log('|---|---|---|---|')
for (const [name, files] of Object.entries({
  'English sentences': 'english-*.txt',
  'Korean sentences': 'korean-*.txt',
  'ordinary titles': 'titles-*.txt',
})) {
  const lines = linesOf(files)
  for (const line of lines) quickAdd(line, context)
  const times = lines.map(line => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      const began = performance.now()
      quickAdd(line, context)
      return performance.now() - began
    })
    return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  console.log(`| ${name} | ${lines.length} | ${at(0.5)} | ${at(0.99)} |`)
}
