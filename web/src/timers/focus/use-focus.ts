import { NotFound } from '@daymark/client'
import type { FocusCreate, FocusRun } from '@daymark/contract/focus/focus'
import { type FocusState, focusStateAt } from '@daymark/contract/focus/phases'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useClient } from '../../session/provider.tsx'
import { FOLLOWED } from '../../session/storage/followed.ts'
import { useTimerControl } from '../live/control.ts'
import { useActiveTimers, useServerNow } from '../live/live.tsx'

const FOCUS = ['focus']

/** Null if there is no run; undefined while loading. */
export function useFocusRun(): FocusRun | null | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: FOCUS,
    queryFn: () =>
      client.focus.get().catch((error: unknown) => {
        if (error instanceof NotFound) return null
        throw error
      }),
    ...FOLLOWED,
  })
  return data
}

export const stateOf = (run: FocusRun, now: number): FocusState =>
  focusStateAt(
    run,
    run.log.map(({ action, at }) => ({ action, at: Date.parse(at) })),
    now,
  )

/** Rerenders at every full second of the phase, so that the digits change at the same time on all devices. */
export function useFocusState(run: FocusRun | null | undefined): FocusState | undefined {
  const now = useServerNow()
  const [, tick] = useState(0)
  const state = run ? stateOf(run, now()) : undefined
  const isRunning = state?.status === 'running'
  const rest = (state?.remaining_ms ?? 1000 - ((state?.elapsed_ms ?? 0) % 1000)) % 1000
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => tick(count => count + 1), rest === 0 ? 1000 : rest + 5)
    return () => clearTimeout(timer)
  })
  return state
}

export interface FocusActions {
  /**
   * Stops the running timers first, because the user now works on something else. Resolves to false if the request
   * fails.
   */
  start(body: FocusCreate): Promise<boolean>
  pause(): void
  resume(): void
  skip(index: number): void
  stop(): void
}

/**
 * Sends actions directly instead of through the outbox, because a delayed pause would be recorded at the wrong time.
 */
export function useFocusActions(): FocusActions {
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const control = useTimerControl()
  const active = useActiveTimers()
  const run = useCallback(
    async (action: () => Promise<FocusRun>): Promise<boolean> => {
      try {
        const changed = await action()
        queries.setQueryData(FOCUS, changed.status === 'ended' ? null : changed)
        return true
      } catch (error) {
        toast(messageOf(error))
        void queries.invalidateQueries({ queryKey: FOCUS })
        return false
      }
    },
    [queries, toast],
  )
  return useMemo(
    () => ({
      start: async body => {
        for (const timer of active) if (timer.is_running) control.stop(timer)
        return run(() => client.focus.start({ body }))
      },
      pause: () => void run(() => client.focus.pause()),
      resume: () => void run(() => client.focus.resume()),
      skip: phase_index => void run(() => client.focus.skip({ query: { phase_index } })),
      stop: () => void run(() => client.focus.stop()),
    }),
    [active, client, control, run],
  )
}
