// The name of an item's owner, which is known only for friends.
import { useCallback, useMemo } from 'react'
import { useTexts } from '../session/language.tsx'
import { useFriends } from './sharing.ts'
import { sharingTexts } from './texts.ts'

export function useOwnerName(): (ownerId: string | null | undefined) => string {
  const t = useTexts(sharingTexts)
  const { data } = useFriends()
  const names = useMemo(() => new Map(data?.map(friend => [friend.user_id, friend.display_name])), [data])
  return useCallback(ownerId => names.get(ownerId ?? '') ?? t.notAFriend, [names, t])
}
