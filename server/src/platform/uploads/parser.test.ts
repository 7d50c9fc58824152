import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { type Ask, openParser, type ParserOptions } from './parser.ts'
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
  { long, ...options }: Partial<ParserOptions> & Pick<Ask, 'long'> = {},
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
    return await parser.parse({ parser: 'x', options: {}, upload, person: 'ann', ...(long && { long }) }, use)
  } finally {
    upload.release()
  }
}

const all = async ({ items }: { items(): AsyncIterable<unknown> }) => Array.fromAsync(items())
const LONG = { long: { answer: async () => {} } }
const refused = (program: string, message: RegExp, options: Parameters<typeof parse>[2] = {}) =>
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
  it('ends before its reader has begun, so that the next file can be read', async () => {
    const program = `
      send({ head: process.pid })
      const text = 'x'.repeat(100_000)
      for (let at = 0; at < 200; at++) send({ items: [text] })
      send({ summary: 1 })`
    const count = await parse(program, async ({ head, items }) => {
      assert.throws(() => process.kill(head as number, 0), { code: 'ESRCH' })
      return (await Array.fromAsync(items())).length
    })
    assert.equal(count, 200)
  })
  it('asks the server, which sends any number of answers', async () => {
    const program = `
      const bytes = Buffer.alloc(1_000_000)
      const answers = question => {
        send({ asks: question })
        let text = ''
        while (!text.endsWith('\\n\\n')) text += bytes.toString('utf8', 0, readSync(4, bytes))
        return text.length
      }
      send({ head: [answers('few'), answers('many')] }); send({ summary: 1 })`
    const long = {
      async answer(question: unknown, send: (value: unknown) => Promise<void>) {
        for (let at = 0; at < (question === 'few' ? 2 : 2_000); at++) await send('x'.repeat(997))
      },
    }
    assert.deepEqual(await parse(program, async ({ head }) => head, { long }), [2_001, 2_000_001])
    const stuck = `send({ asks: 'many' }); for (;;);`
    await refused(stuck, /takes too long/, { long, longWaitMs: 500 })
    await refused(`send({ asks: 'many' }); process.kill(process.pid, 'SIGKILL')`, /memory/, { long })
  })
  it('writes only a few megabytes of a long file ahead of its reader', async () => {
    const program = `
      send({ head: 1 })
      const text = 'x'.repeat(100_000)
      for (let at = 0; at < 1_500; at++) send({ items: [{ at, text }] })
      send({ summary: 1 })`
    const ahead = await parse(
      program,
      async ({ items }) => {
        const before = process.memoryUsage().external + process.memoryUsage().heapUsed
        let [most, last] = [0, -1]
        for await (const item of items()) {
          last = (item as { at: number }).at
          await new Promise(resolve => setImmediate(resolve))
          const used = process.memoryUsage()
          most = Math.max(most, used.external + used.heapUsed - before)
        }
        assert.equal(last, 1_499)
        return most
      },
      LONG,
    )
    assert.ok(ahead < 100_000_000, `${ahead} bytes`)
  })
  it('ends as soon as its reader stops', async () => {
    const program = `send({ head: process.pid }); for (;;) send({ items: ['x'.repeat(1000)] })`
    const pid = await parse(
      program,
      async ({ head, items }) => {
        for await (const _item of items()) break
        return head as number
      },
      LONG,
    )
    for (;;)
      try {
        process.kill(pid, 0)
        await new Promise(resolve => setImmediate(resolve))
      } catch {
        break
      }
  })
})
