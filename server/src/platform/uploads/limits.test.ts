import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { runs } from '../../../../scripts/test/properties.ts'
import { type FileFormat, MAX_TOKENS, UploadLimits } from './limits.ts'

const collect = (format: FileFormat, ...chunks: (string | Buffer)[]) =>
  new UploadLimits().collect(
    chunks.map(each => Buffer.from(each as string)),
    () => format,
  )
const refused = (content: Promise<unknown>, message: RegExp) =>
  assert.rejects(content, { name: 'FileFault', status: 422, message })

/** Checks that the file may have this many units, and not one more. */
async function holds(format: FileFormat, unit: string, most: number): Promise<void> {
  const parts = 50
  const part = unit.repeat(most / parts)
  await collect(format, ...Array<string>(parts).fill(part))
  await refused(collect(format, ...Array<string>(parts).fill(part), unit), /5 million/)
}

describe('limits of uploads', () => {
  it('count brackets, values and line breaks of JSON, but not what is inside texts', async () => {
    await holds('json', '[],', MAX_TOKENS / 2)
    await holds('json', '1,', MAX_TOKENS)
    await holds('json', '\n', MAX_TOKENS)
    await holds('json', '{"a,[]\\"b":true}', MAX_TOKENS / 4)
    await collect('json', `["${'[],\\"'.repeat(1_000_000)}"]`)
  })
  it('count cells and lines of tables, and lines and properties of calendars', async () => {
    await holds('table', 'a,b,c\n', MAX_TOKENS / 4)
    await holds('calendar', 'A:b\r\n', MAX_TOKENS / 2)
    // Continuation lines are no properties.
    await holds('calendar', ' b\r\n', MAX_TOKENS)
  })
  it('name the line of a table with too many columns or a too large cell', async () => {
    await collect('table', `a\n${','.repeat(999)}\n`)
    await refused(collect('table', `a\n${','.repeat(1000)}\n`), /Line 2 .* more than 1000 columns/)
    await collect('table', `a,"${'x\n'.repeat(32_768)}"\n`)
    await refused(collect('table', `a\n"${'x,'.repeat(32_769)}"\n`), /cell in line 2 .* 64 KiB/)
    // A doubled quote does not end the cell.
    await refused(collect('table', `"a""${','.repeat(65_536)}"`), /cell/)
    await refused(collect('table', `"a"${','.repeat(1000)}`), /columns/)
    await refused(collect('table', Buffer.from(`\uFEFF"a"${';'.repeat(1000)}`, 'utf16le')), /columns/)
  })
  it('end at 200 MB', async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, 'x')
    await collect('calendar', ...Array<Buffer>(25).fill(chunk))
    await refused(collect('calendar', ...Array<Buffer>(26).fill(chunk)), /200 MB/)
  })
  it('do not depend on how the file is divided', async () => {
    const format = fc.constantFrom<FileFormat>('json', 'calendar', 'table')
    const text = fc
      .array(fc.constantFrom('"', '\\', ',', ';', '\n', '\r', ' ', 'a', '[', '}', ':'))
      .map(all => all.join(''))
    const outcome = (content: Promise<Buffer>) => content.then(String, error => String(error))
    await fc.assert(
      fc.asyncProperty(format, text, fc.nat(), async (kind, all, at) => {
        // Many repetitions, so that a difference in counting becomes a difference in the outcome.
        const whole = all.repeat(Math.ceil(100_000 / Math.max(1, all.length)))
        const place = at % (whole.length + 1)
        assert.equal(
          (await outcome(collect(kind, whole.slice(0, place), whole.slice(place)))).slice(0, 80),
          (await outcome(collect(kind, whole))).slice(0, 80),
        )
      }),
      { numRuns: runs(40) },
    )
  })
})
