/** Returns only changed fields, so that a save does not overwrite changes from elsewhere. */
export const changesOf = <T extends object>(before: { [K in keyof T]: unknown }, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>
