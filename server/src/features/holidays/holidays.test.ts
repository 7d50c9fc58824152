import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { describe, it } from 'node:test'
import fc, { runs, some } from '../../../../scripts/test/properties.ts'
import type { Holiday } from './holiday.ts'
import { type HolidayQuery, listHolidays } from './holidays.ts'
import { COUNTRIES, knownCountry } from './place/countries.ts'

const resolved: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    resolved.push(specifier)
    return next(specifier, context)
  },
})

async function list(query: HolidayQuery): Promise<Holiday[]> {
  const answer = await listHolidays(query)
  assert.ok('holidays' in answer, `unknown for ${JSON.stringify(query)}`)
  return answer.holidays
}

const yearOf = (country: string, year: number, more: { region?: string; lang?: string } = {}) =>
  list({ country, from: `${year}-01-01`, to: `${year}-12-31`, ...more })

const named = (holidays: readonly Holiday[], name: string) =>
  holidays.filter(holiday => holiday.name === name).map(holiday => holiday.date)

describe('loading', () => {
  it('loads the library only when it is needed', async () => {
    assert.deepEqual(await listHolidays({ country: 'XX', from: '2026-01-01', to: '2026-12-31' }), {
      unknown: 'country',
    })
    assert.ok(!resolved.includes('date-holidays'))
    await yearOf('DE', 2026)
    assert.ok(resolved.includes('date-holidays'))
  })

  it('knows the same countries as the library', async () => {
    const { default: Library } = await import('date-holidays')
    assert.deepEqual([...COUNTRIES], Object.keys(new Library().getCountries()).sort())
  })
})

describe('places', () => {
  it('accepts a country in any case and returns it in uppercase', async () => {
    assert.equal(knownCountry('kr'), 'KR')
    assert.deepEqual(await yearOf('de', 2026), await yearOf('DE', 2026))
    assert.ok((await yearOf('de', 2026)).every(({ country, region }) => country === 'DE' && region === null))
  })

  it('rejects unknown countries', () => {
    for (const code of ['', 'XX', 'KOR', 'DE-BY', 'US.LA', '__proto__', 'constructor']) {
      assert.equal(knownCountry(code), undefined, code)
    }
  })

  it('adds the holidays of a state and of its regions', async () => {
    const epiphany = (region?: string) =>
      yearOf('DE', 2026, region === undefined ? {} : { region }).then(
        all => named(all, 'Heilige Drei Könige').length,
      )
    assert.equal(await epiphany(), 0)
    for (const region of ['BY', 'by', 'DE-BY', 'de-by', 'BY-A'])
      assert.equal(await epiphany(region), 1, region)
    const augsburg = await yearOf('DE', 2026, { region: 'by.a' })
    assert.equal(augsburg.find(({ date }) => date === '2026-08-08')?.region, 'BY-A')
  })

  it('distinguishes an unknown region from a country without regions', async () => {
    const ask = (country: string, region: string) =>
      listHolidays({ country, region, from: '2026-01-01', to: '2026-01-31' })
    for (const [country, region] of [
      ['DE', 'XX'],
      ['DE', ''],
      ['DE', 'BY-XX'],
      ['DE', 'BY-A-X'],
      ['DE', 'DE'],
      ['DE', 'FR-BY'],
      ['DE', '__proto__'],
      ['US', 'constructor'],
      ['KR', '11'],
    ] as const) {
      assert.deepEqual(await ask(country, region), { unknown: 'region' }, `${country} ${region}`)
    }
  })
})

describe('languages', () => {
  const newYear = async (country: string, lang?: string) =>
    (await yearOf(country, 2026, lang === undefined ? {} : { lang })).find(
      ({ date }) => date === '2026-01-01',
    )?.name

  it('names holidays in the requested language', async () => {
    assert.equal(await newYear('KR'), '신정')
    for (const lang of ['en', 'EN', 'en-GB', 'en_us'])
      assert.equal(await newYear('KR', lang), "New Year's Day", lang)
    assert.equal(await newYear('DE', 'ko'), '신정')
    assert.equal(await newYear('JP'), '元日')
    assert.equal(await newYear('JP', 'ja-JP'), '元日')
    assert.equal(await newYear('JP', 'de'), 'Neujahr')
  })

  it('falls back to the language of the country', async () => {
    for (const lang of ['', 'xx', 'tlh', '__proto__', 'constructor', 'toString', 'type', '0']) {
      assert.deepEqual(await yearOf('KR', 2026, { lang }), await yearOf('KR', 2026), lang)
    }
  })

  it('does not let one request change the language of the next', async () => {
    await yearOf('FR', 2025, { lang: 'en' })
    assert.equal((await yearOf('FR', 2026))[0]?.name, 'Nouvel An')
  })
})

describe('days', () => {
  it('has one record for each day of a holiday', async () => {
    const turkey = await yearOf('TR', 2026, { lang: 'en' })
    assert.deepEqual(named(turkey, 'End of Ramadan (Eid al-Fitr)'), [
      '2026-03-20',
      '2026-03-21',
      '2026-03-22',
    ])
    const feast = named(turkey, 'Feast of the Sacrifice (Eid al-Adha)')
    assert.deepEqual(feast, ['2026-05-27', '2026-05-28', '2026-05-29', '2026-05-30'])
  })

  it('counts whole days even if a DST change shortens one', async () => {
    const victoria = await yearOf('AU', 2026, { region: 'VIC' })
    assert.equal(named(victoria, 'Term 3 holidays').length, 16)
    const bosnia = await yearOf('BA', 2025, { lang: 'en' })
    assert.equal(named(bosnia, 'End of Ramadan (Eid al-Fitr)').length, 3)
  })

  it('keeps the more important of two holidays with the same name and day', async () => {
    const eve = (await yearOf('AS', 2026, { lang: 'en' })).filter(({ date }) => date === '2026-12-24')
    assert.deepEqual(
      eve.map(({ name, type }) => `${name} ${type}`),
      ['Christmas Eve bank'],
    )
  })

  it('includes the days of a holiday that began in the previous year', async () => {
    const days = await list({ country: 'SZ', from: '2027-01-01', to: '2027-01-31', lang: 'en' })
    const incwala =
      (await list({ country: 'SZ', from: '2026-12-28', to: '2026-12-28', lang: 'en' }))[0]?.name ?? ''
    assert.deepEqual(named(days, incwala), ['2027-01-01', '2027-01-02'])
  })

  it('counts half a day as its day, and only public holidays as days off', async () => {
    const eve = (await yearOf('AR', 2026)).find(({ date }) => date === '2026-12-24')
    assert.deepEqual([eve?.type, eve?.is_holiday], ['optional', false])
  })

  it('returns an empty list if there are none', async () => {
    assert.deepEqual(await list({ country: 'KR', from: '2026-11-01', to: '2026-11-30' }), [])
    assert.deepEqual(await list({ country: 'KR', from: '2026-05-05', to: '2026-05-04' }), [])
  })

  it('works before and after the corrected years', async () => {
    // Some of these years take almost a tenth of a second, so quick runs try only one country and year.
    for (const country of some(['KR', 'CN', 'VN', 'HK', 'TW'])) {
      for (const year of some([1900, 1949, 1950, 1988, 1989, 2100, 2101, 2200])) {
        assert.ok((await yearOf(country, year)).length > 5, `${country} ${year}`)
      }
    }
  })

  it('holds for every country, year and range', async () => {
    const country = fc.constantFrom(...COUNTRIES)
    const day = (year: number) =>
      fc
        .integer({ min: 0, max: 364 })
        .map(n => Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: n }).toString())
    const world = fc
      .integer({ min: 1900, max: 2200 })
      .chain(year => fc.tuple(country, fc.constant(year), day(year), day(year)))
    await fc.assert(
      fc.asyncProperty(world, async ([code, year, from, to]) => {
        const whole = await yearOf(code, year)
        const part = await list({ country: code, from, to })
        assert.deepEqual(
          part,
          whole.filter(({ date }) => date >= from && date <= to),
        )
        const keys = whole.map(({ date, name }) => `${date} ${name}`)
        assert.equal(new Set(keys).size, keys.length)
        assert.deepEqual(
          whole.map(({ date }) => date),
          whole.map(({ date }) => date).sort(),
        )
        for (const holiday of whole) {
          assert.match(holiday.date, /^\d{4}-\d\d-\d\d$/)
          assert.equal(typeof holiday.name, 'string')
          assert.equal(holiday.is_holiday, holiday.type === 'public')
        }
      }),
      { numRuns: runs(150) },
    )
  })
})
