// Registers the API's string formats with the validator, each with its error message.
import { Format } from 'typebox/format'

export { isLongerThan } from './length.ts'

import { parseDate, parseInstant, parseWritten } from './instant.ts'
import { ianaZone, zoneName } from './zone-name.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const COLOR = /^#[0-9a-f]{6}$/i
const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** True for text that both databases can store: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const formats: Record<string, { check: (text: string) => boolean; message: string }> = {
  uuid: { check: text => UUID.test(text), message: 'must be a UUID' },
  instant: {
    check: text => parseInstant(text) !== undefined,
    message: 'must be an ISO 8601 datetime of the years 1900 to 2200',
  },
  // Used in responses. Unlike in RFC 3339, the offset is optional, because a socket without a time zone gets UTC
  // without a suffix.
  'date-time': { check: text => parseWritten(text) !== undefined, message: 'must be an ISO 8601 datetime' },
  date: {
    check: text => parseDate(text) !== undefined,
    message: 'must be a date (YYYY-MM-DD) of the years 1900 to 2200',
  },
  'date-filter': {
    check: text => parseDate(text) !== undefined || parseWritten(text) !== undefined,
    message: 'must be a date (YYYY-MM-DD) or an ISO 8601 datetime of the years 1900 to 2200',
  },
  'time-of-day': { check: text => TIME_OF_DAY.test(text), message: 'must be a time of day (HH:MM:SS)' },
  zone: {
    check: text => zoneName(text) !== undefined,
    message: 'must be UTC, an offset (+HH:MM) or an IANA time zone',
  },
  'iana-zone': { check: text => ianaZone(text) !== undefined, message: 'must be an IANA time zone' },
  color: { check: text => COLOR.test(text), message: 'must be a color in the form #RRGGBB' },
  storable: { check: isStorable, message: 'must not contain NUL characters or lone surrogates' },
}

for (const [name, format] of Object.entries(formats)) Format.Set(name, format.check)

export const formatMessage = (name: string): string => formats[name]?.message ?? `must be a valid ${name}`
