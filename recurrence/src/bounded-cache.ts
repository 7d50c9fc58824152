// A least recently used cache, for results that are cheap to recompute.

export interface BoundedCache<Value> {
  get(key: string, make: () => Value): Value
}

export function boundedCache<Value>(limit: number): BoundedCache<Value> {
  const entries = new Map<string, Value>()
  return {
    get(key, make) {
      const known = entries.get(key)
      const value = known ?? make()
      // Moved to the end, as the most recently used one.
      if (known !== undefined) entries.delete(key)
      entries.set(key, value)
      const oldest = entries.size > limit ? entries.keys().next() : undefined
      if (oldest?.done === false) entries.delete(oldest.value)
      return value
    },
  }
}
