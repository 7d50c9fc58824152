export type RowShape = () => Record<string, unknown>

/**
 * Returns a function that creates objects with these properties, all null. V8 turns an object into a slow hash table if
 * about 20 properties are added one by one, but not if the object is parsed from JSON or copied.
 */
export function rowShape(names: readonly string[]): RowShape {
  const entries = names.map(name => [name, null])
  const template = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>
  return () => ({ ...template })
}
