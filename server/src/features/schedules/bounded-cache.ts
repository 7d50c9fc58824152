// A map that forgets its oldest entry when it is full, for results that are cheap to make again.

export interface BoundedCache<Value> {
  get(key: string, make: () => Value): Value
}

export function boundedCache<Value>(limit: number): BoundedCache<Value> {
  const entries = new Map<string, Value>()
  return {
    get(key, make) {
      const known = entries.get(key)
      if (known !== undefined) return known
      const value = make()
      const oldest = entries.size >= limit ? entries.keys().next() : undefined
      if (oldest?.done === false) entries.delete(oldest.value)
      entries.set(key, value)
      return value
    },
  }
}
