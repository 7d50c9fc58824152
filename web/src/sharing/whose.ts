// Selects whose items a list shows. Strangers' public items are shown only on request.

/** Limits the entries per person, so that a friend's hourly series cannot flood the calendar. */
const MOST_PER_PERSON = 500

export const publicFrom = (discover = false) => ({
  public_from: discover ? ('anyone' as const) : ('friends' as const),
})

/** Query parameters for calendars, which need a limit per person. */
export const entriesOf = (discover = false) => ({
  scope: 'all' as const,
  ...publicFrom(discover),
  most_per_owner: MOST_PER_PERSON,
})
