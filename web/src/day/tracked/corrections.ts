import type { TrackedBlock } from '../timeline/blocks.ts'

type Block = Pick<TrackedBlock, 'timer' | 'index' | 'start' | 'end' | 'from' | 'until' | 'isRunning'>

interface Segment {
  start: string
  end: string
}

/** `end` stops a running timer earlier. `segments` replaces the tracked time of a paused or stopped timer. */
export interface Correction {
  end?: string
  segments?: Segment[]
}

const text = (ms: number): string => new Date(ms).toISOString()

/** Times that the drag did not change keep their exact values, even outside the day. */
export function correctionOf(block: Block, times: { from: number; until: number }): Correction {
  const start = times.from === block.from ? block.start : times.from
  const end = times.until === block.until ? block.end : times.until
  if (block.isRunning) return end < block.end ? { end: text(end) } : {}
  const segments = block.timer.segments.flatMap((segment, index): Segment[] => {
    if (index === block.index) return [{ start: text(start), end: text(end) }]
    return segment.end === null ? [] : [{ start: segment.start, end: segment.end }]
  })
  return { segments }
}

/** Returns the timer's other segments that have ended. */
export const withoutPart = ({ timer, index }: Pick<Block, 'timer' | 'index'>): Segment[] =>
  timer.segments.flatMap((segment, each): Segment[] =>
    each === index || segment.end === null ? [] : [{ start: segment.start, end: segment.end }],
  )
