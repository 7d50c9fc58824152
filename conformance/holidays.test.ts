import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type Target } from './target.ts'

interface Holiday extends Fields {
  date: string
  country: string
  type: string
  is_holiday: boolean
}

describe('holidays', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())

  const list = async (query: string) => {
    const { status, body } = await target.request<Holiday[]>(`/v1/holidays?${query}`)
    assert.equal(status, 200, query)
    return body
  }
  const status = async (query: string) => (await target.request(`/v1/holidays?${query}`)).status

  it('GET /v1/holidays lists holidays and needs no token; a token is ignored', async () => {
    assert.ok((await list('year=2026')).length > 0)
    assert.equal((await target.request('/v1/holidays', { token: 'rubbish' })).status, 200)
  })

  it('a record has date, name, country, region, type, is_holiday', async () => {
    for (const holiday of await list('country=US&year=2026')) {
      assert.deepEqual(Object.keys(holiday).sort(), [
        'country',
        'date',
        'is_holiday',
        'name',
        'region',
        'type',
      ])
      assert.match(holiday.date, /^2026-\d\d-\d\d$/)
      assert.ok(['public', 'bank', 'school', 'optional', 'observance'].includes(holiday.type))
      assert.equal(holiday.is_holiday, holiday.type === 'public')
    }
  })

  it('country is not case-sensitive', async () => {
    assert.deepEqual(await list('country=fr&year=2026'), await list('country=FR&year=2026'))
  })

  it('a holiday of several days has one record per day: Korean New Year 2026, Chuseok 2026', async () => {
    const dates = (await list('country=KR&year=2026')).filter(each => each.is_holiday).map(each => each.date)
    for (const date of ['02-16', '02-17', '02-18', '09-24', '09-25', '09-26']) {
      assert.equal(dates.filter(each => each === `2026-${date}`).length, 1, date)
    }
  })

  it('the period is a year, a range of years, or a range of dates', async () => {
    const year = await list('country=DE&year=2026')
    assert.deepEqual(await list('country=DE&start_year=2026'), year)
    assert.deepEqual(await list('country=DE&start_year=2026&end_year=2026'), year)
    assert.deepEqual(await list('country=DE&start_date=2026-01-01&end_date=2026-12-31'), year)
    assert.deepEqual(await list('country=DE&start_date=2026-06-16&end_date=2026-06-16'), [])
  })

  it('region selects the holidays, and lang their language', async () => {
    const query = 'country=DE&start_date=2026-01-06&end_date=2026-01-06'
    assert.equal((await list(query)).length, 0)
    assert.equal((await list(`${query}&region=BY&lang=en`))[0]?.['name'], 'Epiphany')
  })

  it('an unknown country or region, a reversed range, and more than 10 years are 422', async () => {
    for (const query of [
      'country=XX',
      'country=DE&region=XX',
      'start_year=2027&end_year=2026',
      'start_year=2020&end_year=2030',
      'start_date=2026-02-02&end_date=2026-02-01',
      'start_date=2010-01-01&end_date=2026-01-01',
      'year=never',
    ]) {
      assert.equal(await status(query), 422, query)
    }
    assert.equal(await status('start_year=2020&end_year=2029'), 200)
  })
})
