// Query parameters for whose items a list shows. Public items of strangers are shown only on request.

/** Prevents a friend's hourly series from flooding the calendar. */
const MOST_PER_PERSON = 500

export const publicFrom = (discover = false) => ({
  public_from: discover ? ('anyone' as const) : ('friends' as const),
})

/** For calendars, because one series can have many entries. */
export const entriesOf = (discover = false) => ({
  scope: 'all' as const,
  ...publicFrom(discover),
  most_per_owner: MOST_PER_PERSON,
})
