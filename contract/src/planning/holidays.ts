import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { DateFilter, Nullable, OneOf, pageQuery } from '../words.ts'

export const HOLIDAY_TYPES = ['public', 'bank', 'school', 'optional', 'observance'] as const

export const Holiday = Type.Object(
  {
    date: Type.String({ format: 'date' }),
    name: Type.String(),
    country: Type.String({ description: 'ISO 3166 code in uppercase.' }),
    region: Nullable(Type.String({ description: 'The requested region of the country.' })),
    type: OneOf(HOLIDAY_TYPES),
    is_holiday: Type.Boolean({ description: 'Whether everyone has the day off: true only for `public`.' }),
  },
  { title: 'Holiday' },
)
export type Holiday = Type.Static<typeof Holiday>

const Year = Type.Integer({ minimum: 1900, maximum: 2200 })
const code = (description: string) => Type.Optional(Type.String({ maxLength: 50, description }))

export const holidayRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/holidays',
    summary: "List a country's holidays, day by day",
    description:
      'Select the period with `year`, with `start_year` and `end_year`, or with `start_date` and `end_date`; if several are given, the first in this order applies. The default is the current year. At most 10 years. A holiday that lasts several days has one record per day. Needs no token.',
    auth: 'none',
    standsAlone: true,
    query: Type.Object({
      country: code("ISO 3166 code in any case; defaults to the server's country."),
      region: code('State or region code, such as `BY` or `DE-BY`.'),
      year: Type.Optional(Year),
      start_year: Type.Optional(Year),
      end_year: Type.Optional(Year),
      start_date: Type.Optional(DateFilter),
      end_date: Type.Optional(DateFilter),
      lang: code('Language of the names. If it is unknown, the language of the country is used.'),
      ...pageQuery,
    }),
    response: Type.Array(Holiday),
    list: true,
  },
})
