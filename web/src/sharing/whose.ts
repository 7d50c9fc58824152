// Query parameters that select whose items a list shows. Public items of strangers are shown only on request.

/** Limits the entries of each person, so that a friend's hourly series cannot flood the calendar. */
const MOST_PER_PERSON = 500

export const publicFrom = (discover = false) => ({
  public_from: discover ? ('anyone' as const) : ('friends' as const),
})

/** Parameters for calendars. They limit entries per person, because one series can have many. */
export const entriesOf = (discover = false) => ({
  scope: 'all' as const,
  ...publicFrom(discover),
  most_per_owner: MOST_PER_PERSON,
})
