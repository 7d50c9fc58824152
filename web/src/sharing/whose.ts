// Whose items lists show: mine, my friends' and what was given to me. Public items of strangers only in "Discover".

/** Nobody shares more than a person could read. Keeps a friend's hourly series from flooding the calendar. */
const MOST_PER_PERSON = 500

export const publicFrom = (discover = false) => ({
  public_from: discover ? ('anyone' as const) : ('friends' as const),
})

/** For calendars, where a series makes many entries. */
export const entriesOf = (discover = false) => ({
  scope: 'all' as const,
  ...publicFrom(discover),
  most_per_owner: MOST_PER_PERSON,
})
