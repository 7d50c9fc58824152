import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import type { Holiday } from '@daymark/contract/planning/holidays'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { ConfigError, readConfig } from '../../config/config.ts'

describe('holidays', () => {
  let server: TestApp
  let anyone: Client
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await openFreshSqlite({ observe: text => statements.push(text) }), {
      HOLIDAY_COUNTRY: 'de',
    })
    anyone = createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch })
  })
  after(() => server.close())

  const daysNamed = (holidays: Holiday[], name: RegExp) =>
    holidays.filter(each => name.test(each.name)).map(each => each.date)

  it('are records with exactly these fields', async () => {
    const query = { country: 'kr', start_date: '2026-02-16', end_date: '2026-02-16', lang: 'en' }
    const [first] = await anyone.holidays.list({ query })
    assert.deepEqual(Object.keys(first ?? {}), ['date', 'name', 'country', 'region', 'type', 'is_holiday'])
    assert.deepEqual(
      { ...first, name: '' },
      { date: '2026-02-16', name: '', country: 'KR', region: null, type: 'public', is_holiday: true },
    )
  })

  it('have the correct Korean festivals of 2026, one record per day', async () => {
    const year = await anyone.holidays.list({ query: { country: 'KR', year: 2026 } })
    assert.deepEqual(daysNamed(year, /^설날/), ['2026-02-16', '2026-02-17', '2026-02-18'])
    assert.deepEqual(daysNamed(year, /^추석/), ['2026-09-24', '2026-09-25', '2026-09-26'])
  })

  it("default to the server's country", async () => {
    const holidays = await anyone.holidays.list({ query: { year: 2026 } })
    assert.ok(holidays.length > 0)
    assert.ok(holidays.every(each => each.country === 'DE'))
  })

  it('are days off only if they are public', async () => {
    const holidays = await anyone.holidays.list({ query: { year: 2026 } })
    assert.ok(holidays.some(each => each.type !== 'public'))
    for (const each of holidays) assert.equal(each.is_holiday, each.type === 'public')
  })

  it('default to the current year', async () => {
    const year = new Date(server.clock.now()).getUTCFullYear()
    assert.deepEqual(await anyone.holidays.list(), await anyone.holidays.list({ query: { year } }))
    // Kiritimati is 14 hours ahead of UTC, so the next year begins there first.
    server.clock.advance(Date.UTC(2031, 11, 31, 12) - server.clock.now())
    const onKiribati = await anyone.holidays.list({ query: { timezone: 'Pacific/Kiritimati' } })
    assert.ok(onKiribati.every(each => each.date.startsWith('2032-')))
  })

  it('are found by years, and a first year alone means that year', async () => {
    const two = await anyone.holidays.list({ query: { start_year: 2026, end_year: 2027 } })
    const one = await anyone.holidays.list({ query: { start_year: 2026 } })
    assert.deepEqual(one, await anyone.holidays.list({ query: { year: 2026 } }))
    assert.deepEqual(two, [...one, ...(await anyone.holidays.list({ query: { year: 2027 } }))])
  })

  it('support regions and languages', async () => {
    const query = { start_date: '2026-01-06', end_date: '2026-01-06' }
    assert.deepEqual(await anyone.holidays.list({ query }), [])
    const [bavarian] = await anyone.holidays.list({ query: { ...query, region: 'by', lang: 'en' } })
    assert.deepEqual([bavarian?.region, bavarian?.name], ['BY', 'Epiphany'])
  })

  it('may be empty', async () => {
    const query = { start_date: '2026-11-03', end_date: '2026-11-03' }
    assert.deepEqual(await anyone.holidays.list({ query }), [])
  })

  it('reject unknown, reversed, too long and malformed input', async () => {
    const refused = async (query: Record<string, string | number>, path: string) => {
      const error = await rejectsWith(anyone.holidays.list({ query }), 422)
      assert.deepEqual(
        error.errors.map(each => each.path),
        [path],
      )
    }
    await refused({ country: 'XX' }, 'country')
    await refused({ country: '' }, 'country')
    await refused({ region: 'XX' }, 'region')
    await refused({ year: 1899 }, 'year')
    await refused({ year: 2201 }, 'year')
    await refused({ year: 'next' }, 'year')
    await refused({ start_year: 2020, end_year: 2030 }, 'end_year')
    await refused({ start_year: 2027, end_year: 2026 }, 'end_year')
    await refused({ start_date: '2026-02-30', end_date: '2026-03-01' }, 'start_date')
    await refused({ start_date: '2026-03-02', end_date: '2026-03-01' }, 'end_date')
    await refused({ start_date: '2010-01-01', end_date: '2026-01-01' }, 'end_date')
    await refused({ start_date: '2026-01-01' }, 'end_date')
    await refused({ cursor: 'nonsense' }, 'cursor')
    await refused({ timezone: 'Mars/Olympus' }, 'timezone')
  })

  it('come in pages that add up to the whole', async () => {
    const whole = await anyone.holidays.list({ query: { year: 2026 } })
    const joined: Holiday[] = []
    let path: string | undefined = '/api/v1/holidays?year=2026&limit=7'
    while (path) {
      const response = await server.fetch(path)
      const page = (await response.json()) as Holiday[]
      assert.ok(page.length <= 7)
      joined.push(...page)
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    assert.deepEqual(joined, whole)
    const foreign = Buffer.from('["2026-01-01","No such day"]').toString('base64url')
    await rejectsWith(anyone.holidays.list({ query: { year: 2026, cursor: foreign } }), 422, /cursor/)
  })

  it('ignore any token, and never use the database', async () => {
    statements.length = 0
    const good = await server.issuer.token({ sub: 'newcomer', name: 'newcomer' })
    const other = await server.issuer.token({ sub: 'late', name: 'late' }, { now: 0 })
    for (const authorization of [`Bearer ${good}`, `Bearer ${other}`, 'Bearer rubbish', 'Basic eDp5', '']) {
      const response = await server.fetch('/v1/holidays?year=2026', { headers: { authorization } })
      assert.equal(response.status, 200, authorization)
    }
    assert.deepEqual(statements, [])
  })
})

describe('the setting HOLIDAY_COUNTRY', () => {
  it('defaults to KR and accepts any case', () => {
    assert.equal(readConfig({}).HOLIDAY_COUNTRY, 'KR')
    assert.equal(readConfig({ HOLIDAY_COUNTRY: 'fr' }).HOLIDAY_COUNTRY, 'FR')
  })

  it('stops startup if the country is unknown', () => {
    assert.throws(
      () => readConfig({ HOLIDAY_COUNTRY: 'Korea' }),
      (error: unknown) =>
        error instanceof ConfigError && /HOLIDAY_COUNTRY must be the ISO/.test(error.message),
    )
  })
})
