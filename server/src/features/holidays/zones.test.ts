import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

const PROGRAM = `
  const { listHolidays } = await import(process.argv[1])
  const countries = ['KR', 'US', 'EG', 'IL', 'TR', 'IR', 'JP', 'VN', 'HK']
  const lists = []
  for (const country of countries) lists.push(await listHolidays({ country, from: '2025-01-01', to: '2026-12-31' }))
  console.log(Intl.DateTimeFormat().resolvedOptions().timeZone)
  console.log(JSON.stringify(lists))
`

async function listIn(zone: string): Promise<string | undefined> {
  const module = new URL('./holidays.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, module],
    { env: { TZ: zone }, maxBuffer: 10_000_000 },
  )
  const [used, lists] = stdout.split('\n')
  assert.equal(used, zone)
  return lists
}

it('is the same in every zone, even if a DST change skips midnight', async () => {
  // Other tests run in the zone of the machine, usually UTC.
  const zones = ['Asia/Seoul', 'America/Los_Angeles', 'Africa/Cairo']
  const [expected, ...others] = await Promise.all(zones.map(listIn))
  assert.ok(expected?.includes('"date":"2026-02-16","name":"설날"'))
  for (const list of others) assert.equal(list, expected)
})
