// How many sockets one person may have at the same time.

export interface Places {
  /** False when all are taken. */
  take(userId: string): boolean | Promise<boolean>
  free(userId: string): void
}

/** Counts the sockets of this process. */
export function localPlaces(most: number): Places {
  const taken = new Map<string, number>()
  return {
    take(userId) {
      const count = taken.get(userId) ?? 0
      if (count >= most) return false
      taken.set(userId, count + 1)
      return true
    },
    free(userId) {
      const count = (taken.get(userId) ?? 0) - 1
      if (count > 0) taken.set(userId, count)
      else taken.delete(userId)
    },
  }
}
