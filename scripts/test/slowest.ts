// A test reporter that lists the slowest files after a long run, so that slow tests get noticed.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const SHOWN = 10
/** The list is printed only after runs longer than this. */
const LONG_RUN_MS = 60_000

export default async function* slowest(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { file: string; seconds: number }[] = []
  let total = 0
  for await (const { type, data } of source) {
    if (type !== 'test:summary') continue
    if (data.file === undefined) total = data.duration_ms
    else files.push({ file: relative(process.cwd(), data.file), seconds: data.duration_ms / 1000 })
  }
  if (total < LONG_RUN_MS || files.length === 0) return
  const rows = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  yield '\nSlowest files:\n'
  for (const { file, seconds } of rows) yield `${seconds.toFixed(1).padStart(7)} s  ${file}\n`
}
