export type DateOrder = 'ymd' | 'mdy' | 'dmy'

/** Finds the order of year, month and day in the parts of a formatted date. Defaults to `ymd`. */
export function orderOf(parts: readonly { type: string }[]): DateOrder {
  const order = parts.map(({ type }) => type[0] ?? '').filter(letter => /[ymd]/.test(letter))
  const text = order.join('')
  return text === 'mdy' || text === 'dmy' ? text : 'ymd'
}

/** Returns `YYYY-MM-DD`, or undefined if the text is not a date. A missing year defaults to the year of `today`. */
export function parseDate(text: string, order: DateOrder, today: string): string | undefined {
  if (!/^[\d\s./,\-년월일]+$/.test(text)) return undefined
  const numbers = text.match(/\d+/g) ?? []
  const [only = ''] = numbers
  if (numbers.length === 1 && only.length === 8) {
    const inOrder = [only.slice(0, 2), only.slice(2, 4), only.slice(4)]
    const yearFirst = dateFrom('ymd', [only.slice(0, 4), only.slice(4, 6), only.slice(6)])
    return order === 'ymd' ? yearFirst : (dateFrom(order, inOrder) ?? yearFirst)
  }
  if (numbers.length === 2) return dateFrom('ymd', [today.slice(0, 4), ...monthFirst(numbers, order)])
  if (numbers.length !== 3) return undefined
  return dateFrom(only.length === 4 ? 'ymd' : order, numbers)
}

/** True if the date is complete, so that it can be used before the user stops typing. */
export const isComplete = (text: string): boolean =>
  /^\s*(\d{8}|\d{4}\D+\d{1,2}\D+\d\d\D*|\d{1,2}\D+\d{1,2}\D+\d{4})\s*$/.test(text)

const monthFirst = (numbers: readonly string[], order: DateOrder): readonly string[] =>
  order === 'dmy' ? numbers.toReversed() : numbers

function dateFrom(order: DateOrder, numbers: readonly string[]): string | undefined {
  const [year = '', month = '', day = ''] = ['y', 'm', 'd'].map(part => numbers[order.indexOf(part)] ?? '')
  const full = year.length === 2 ? `20${year}` : year
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  // `Date` changes an invalid day such as February 30 to another day.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date
}
