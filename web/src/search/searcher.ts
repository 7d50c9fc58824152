// Searches after a pause in typing, and ignores responses to earlier texts.
import type { SearchHit } from '@daymark/contract/search/search'

export interface SearchState {
  readonly status: 'idle' | 'waiting' | 'done' | 'failed'
  /** While a search is waiting, the hits of the last search that succeeded. */
  readonly hits: readonly SearchHit[]
}

export const IDLE: SearchState = { status: 'idle', hits: [] }

/** Short enough to feel immediate, and long enough that fast typing sends one request. */
const PAUSE_MS = 150

export interface SearcherParts {
  onState: (state: SearchState) => void
  /** Schedules a function. Returns a function that cancels it. */
  later?: (run: () => void, ms: number) => () => void
}

export function searcher({ onState, later = afterPause }: SearcherParts) {
  let latest = 0
  let hits: readonly SearchHit[] = []
  let cancel = () => {}
  return {
    /** `find` is undefined if there is nothing to search for. */
    ask(find: ((signal: AbortSignal) => Promise<readonly SearchHit[]>) | undefined): void {
      const asked = ++latest
      cancel()
      if (!find) {
        hits = []
        onState(IDLE)
        return
      }
      onState({ status: 'waiting', hits })
      const controller = new AbortController()
      const stop = later(() => {
        find(controller.signal).then(
          found => {
            if (asked !== latest) return
            hits = found
            onState({ status: 'done', hits })
          },
          () => {
            if (asked === latest) onState({ status: 'failed', hits: [] })
          },
        )
      }, PAUSE_MS)
      cancel = () => {
        stop()
        controller.abort()
      }
    },
    /** Cancels the search, and ignores its response. */
    stop(): void {
      latest++
      cancel()
    },
  }
}

function afterPause(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
