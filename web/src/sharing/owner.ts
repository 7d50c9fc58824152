// The owner's name is known only for friends.
import { useCallback, useMemo } from 'react'
import { useFriends } from './sharing.ts'

export function useOwnerName(): (ownerId: string | null | undefined) => string | undefined {
  const { data } = useFriends()
  const names = useMemo(() => new Map(data?.map(friend => [friend.user_id, friend.display_name])), [data])
  return useCallback(ownerId => names.get(ownerId ?? ''), [names])
}
