// Removes null fields. In create requests, for example, null means absent, so that defaults apply.

type WithoutNulls<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> }

export const withoutNulls = <Fields extends object>(fields: Fields): WithoutNulls<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<Fields>
