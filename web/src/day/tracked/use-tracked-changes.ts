import { newId } from '@daymark/client/random-id'
import { useMemo } from 'react'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useAction } from '../../sync/use-write.ts'
import { dayTexts } from '../texts.ts'
import type { TrackedBlock } from '../timeline/blocks.ts'
import type { Times } from '../timeline/time-block.tsx'
import { correctionOf, withoutPart } from './corrections.ts'

export interface TrackedChanges {
  change(block: TrackedBlock, times: Times): void
  remove(block: TrackedBlock): void
  split(block: TrackedBlock, at: number): void
}

export function useTrackedChanges(): TrackedChanges {
  const t = useTexts(dayTexts)
  const client = useClient()
  const act = useAction()
  return useMemo(() => {
    const titleOf = ({ timer }: TrackedBlock) => timer.title ?? t.untitled
    const params = ({ timer }: TrackedBlock) => ({ timer_id: timer.id })
    return {
      change(block, times) {
        const correction = correctionOf(block, times)
        if (correction.end !== undefined) {
          const body = { end: correction.end }
          act(
            live => live.write(client.timers.trim, { params: params(block), body }),
            t.stopped(titleOf(block)),
          )
        } else if (correction.segments) {
          const body = { segments: correction.segments }
          act(
            live => live.write(client.timers.setSegments, { params: params(block), body }),
            t.corrected(titleOf(block)),
          )
        }
      },
      remove(block) {
        const segments = withoutPart(block)
        const said = t.deletedPart(titleOf(block))
        if (segments.length === 0)
          act(live => live.write(client.timers.remove, { params: params(block) }), said)
        else
          act(
            live => live.write(client.timers.setSegments, { params: params(block), body: { segments } }),
            said,
          )
      },
      split(block, at) {
        // The client chooses the second part's id, so that the part can appear before the server responds.
        const body = { at: new Date(at).toISOString(), id: newId() }
        act(live => live.write(client.timers.split, { params: params(block), body }), t.splitDone)
      },
    }
  }, [client, act, t])
}
