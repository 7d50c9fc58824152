import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { openParser, type ParserOptions } from './parser.ts'
import { spool } from './spool.ts'

const MOST = 1024 * 1024
const HEAD = `import { readSync, writeSync } from 'node:fs'
const send = frame => {
  const bytes = Buffer.from(JSON.stringify(frame) + '\\n')
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}
`

async function parse<T>(
  program: string,
  use: (parsed: { head: unknown; items(): AsyncIterable<unknown>; summary(): unknown }) => Promise<T>,
  options: Partial<ParserOptions> = {},
): Promise<T> {
  const failures: Error[] = []
  const parser = openParser({
    code: HEAD + program,
    failed: error => failures.push(error),
    memoryMb: 64,
    ...options,
  })
  const upload = await spool([Buffer.from('hello')], { folder: tmpdir(), most: MOST })
  try {
    return await parser.parse({ parser: 'x', options: {}, upload, person: 'ann' }, use)
  } finally {
    upload.release()
  }
}

const all = async ({ items }: { items(): AsyncIterable<unknown> }) => Array.fromAsync(items())
const refused = (program: string, message: RegExp, options: Partial<ParserOptions> = {}) =>
  assert.rejects(parse(program, all, options), { kind: 'invalid', message })

describe('the process that reads uploads', () => {
  it('hands over the head, the items and the summary, and again if asked again', async () => {
    const program = `
      const bytes = Buffer.alloc(10)
      const text = bytes.toString('utf8', 0, readSync(3, bytes, 0, 10, 0))
      send({ head: text }); send({ items: [1, 2] }); send({ items: [3] }); send({ summary: 'end' })`
    const found = await parse(program, async ({ head, items, summary }) => [
      head,
      await Array.fromAsync(items()),
      await Array.fromAsync(items()),
      summary(),
    ])
    assert.deepEqual(found, ['hello', [1, 2, 3], [1, 2, 3], 'end'])
  })
  it('sees neither files nor settings', async () => {
    process.env['UPLOAD_TEST_SECRET'] = 'x'
    const program = `
      const { readFileSync } = await import('node:fs')
      let refusal
      try { readFileSync('/etc/passwd') } catch (error) { refusal = error.code }
      send({ head: [refusal, process.env.UPLOAD_TEST_SECRET ?? null] }); send({ summary: 1 })`
    assert.deepEqual(await parse(program, async ({ head }) => head), ['ERR_ACCESS_DENIED', null])
  })
  it('may end in any way: the person learns why, and the next file is read', async () => {
    await refused(`const all = []; for (;;) all.push({ all: all.length })`, /too much memory/)
    await refused(`send({ head: 1 }); 'x'.repeat(2 ** 30)`, /too much memory/)
    await refused(`for (;;);`, /takes too long/, { waitMs: 500 })
    await refused(`send({ head: 1 }); send({ items: [1] }); for (;;);`, /takes too long/, { waitMs: 500 })
    await refused(`process.kill(process.pid, 'SIGKILL')`, /memory/)
    await refused(`send({ refused: { message: 'Too many cells.', status: 422 } })`, /Too many cells/)
    const failures: Error[] = []
    const failed = (error: Error) => failures.push(error)
    await refused(`send({ head: 1 }); throw new Error('a mistake')`, /cannot be read/, { failed })
    await refused(`process.exit(0)`, /cannot be read/, { failed })
    assert.deepEqual([failures.length, /a mistake/.test(String(failures[0]?.message))], [2, true])
  })
  it('writes only a few megabytes ahead of its reader', async () => {
    const program = `
      send({ head: 1 })
      const text = 'x'.repeat(100_000)
      for (let at = 0; at < 500; at++) send({ items: [{ at, text }] })
      send({ summary: 1 })`
    const ahead = await parse(program, async ({ items }) => {
      const before = process.memoryUsage().external + process.memoryUsage().heapUsed
      let [most, last] = [0, -1]
      for await (const item of items()) {
        last = (item as { at: number }).at
        await new Promise(resolve => setImmediate(resolve))
        const used = process.memoryUsage()
        most = Math.max(most, used.external + used.heapUsed - before)
      }
      assert.equal(last, 499)
      return most
    })
    assert.ok(ahead < 40_000_000, `${ahead} bytes`)
  })
  it('ends as soon as its reader stops', async () => {
    const program = `send({ head: process.pid }); for (;;) send({ items: ['x'.repeat(1000)] })`
    const pid = await parse(program, async ({ head, items }) => {
      for await (const _item of items()) break
      return head as number
    })
    for (;;)
      try {
        process.kill(pid, 0)
        await new Promise(resolve => setImmediate(resolve))
      } catch {
        break
      }
  })
})
