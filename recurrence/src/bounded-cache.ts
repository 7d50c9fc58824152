// A small LRU cache for results that can be recomputed.

export interface BoundedCache<Value> {
  get(key: string, make: () => Value): Value
}

export function boundedCache<Value>(limit: number): BoundedCache<Value> {
  const entries = new Map<string, Value>()
  return {
    get(key, make) {
      const known = entries.get(key)
      const value = known ?? make()
      // Reinserts the entry at the end, so that the order of the Map is the order of use.
      if (known !== undefined) entries.delete(key)
      entries.set(key, value)
      const oldest = entries.size > limit ? entries.keys().next() : undefined
      if (oldest?.done === false) entries.delete(oldest.value)
      return value
    },
  }
}
