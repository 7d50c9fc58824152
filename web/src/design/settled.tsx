// Waiting without jumps: what stands below something of unknown height is shown together with it.
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

/** Shows the skeleton until everything was read once, or until it is clear that it cannot be read now. */
export function Settled({ of, skeleton, children }: Props) {
  const isRestoring = useIsRestoring()
  return isRestoring || of.some(isWaiting) ? skeleton : children
}

const isWaiting = ({ isPending, fetchStatus }: Reading): boolean => isPending && fetchStatus === 'fetching'

interface Query extends Reading {
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** Instead of what is not there: a skeleton, why it is not there, or how to get it. Nothing once there is data. */
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
