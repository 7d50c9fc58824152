// Prevents layout shifts while queries load.
import { useIsRestoring } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { Empty, Failure } from './states.tsx'

interface Reading {
  isPending: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
}

interface Props {
  of: readonly Reading[]
  skeleton: ReactNode
  children: ReactNode
}

/** Renders the skeleton while the cache is being restored or any query is loading for the first time. */
export function Settled({ of, skeleton, children }: Props) {
  const isRestoring = useIsRestoring()
  return isRestoring || of.some(isWaiting) ? skeleton : children
}

export const isWaiting = ({ isPending, fetchStatus }: Reading): boolean =>
  isPending && fetchStatus === 'fetching'

export interface Query<T = unknown> extends Reading {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/** Renders an error, a notice that the data is not available offline, or the skeleton. With data, renders nothing. */
export function Missing({ query, skeleton }: { query: Query; skeleton: ReactNode }) {
  const shell = useTexts(shellTexts)
  if (query.data !== undefined) return null
  if (query.error)
    return <Failure error={query.error} retry={() => void query.refetch()} again={shell.again} />
  if (query.fetchStatus === 'paused')
    return (
      <Empty title={shell.notKept}>
        <p>{shell.notKeptHint}</p>
      </Empty>
    )
  return skeleton
}

/** Combines queries into one that has data once all of them do. */
export const together = (queries: readonly Query[]): Query => ({
  data: queries.every(({ data }) => data !== undefined) || undefined,
  error: queries.find(({ data, error }) => data === undefined && error)?.error ?? null,
  isPending: queries.some(({ isPending }) => isPending),
  fetchStatus: queries.find(({ data }) => data === undefined)?.fetchStatus ?? 'idle',
  refetch: () => {
    for (const query of queries) if (query.error) query.refetch()
  },
})
