import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { safeStorage } from './browser-storage.ts'

/** Throws like a full storage once it has `capacity` entries. */
function browserStorage(capacity = Number.POSITIVE_INFINITY): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: index => [...entries.keys()][index] ?? null,
    getItem: key => entries.get(key) ?? null,
    setItem(key, value) {
      if (!entries.has(key) && entries.size >= capacity) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: key => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

describe('safe storage', () => {
  it('keeps values in memory if accessing storage throws', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    assert.equal(blocked.getItem('a'), null)
    blocked.setItem('a', '1')
    assert.equal(blocked.getItem('a'), '1')
    assert.deepEqual([blocked.length, blocked.key(0), blocked.key(1)], [1, 'a', null])
    blocked.removeItem('a')
    assert.equal(blocked.getItem('a'), null)
    blocked.clear()
  })

  it('stores if possible and never returns an outdated value', () => {
    const real = browserStorage(1)
    const storage = safeStorage(() => real)
    storage.setItem('a', '1')
    assert.equal(real.getItem('a'), '1')
    storage.setItem('b', '1')
    assert.deepEqual([real.getItem('b'), storage.getItem('b')], [null, '1'])
    assert.deepEqual([storage.length, storage.key(0), storage.key(1), storage.key(2)], [2, 'a', 'b', null])
    storage.removeItem('a')
    storage.setItem('b', '2')
    assert.deepEqual([real.getItem('b'), storage.getItem('b')], ['2', '2'])
    real.setItem('b', 'of another window')
    assert.equal(storage.getItem('b'), 'of another window')
  })
})
