// Compares a form with the item as it was when the form opened.

/** Returns only changed fields, so that changes from elsewhere are not overwritten. */
export const changesOf = <T extends object>(before: { [K in keyof T]: unknown }, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>
