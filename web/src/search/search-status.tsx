// A status text, which screen readers also announce.
import { Button } from '../design/button.tsx'
import { useTexts } from '../session/language.tsx'
import { searchTexts } from './texts.ts'
import type { ShownState } from './use-search.ts'

interface Props {
  status: ShownState
  query: string
  found: number
  /** True if the list also has options that are not results, such as commands. */
  hasOthers: boolean
  canForget: boolean
  onForget: () => void
}

export function SearchStatus({ status, query, found, hasOthers, canForget, onForget }: Props) {
  const t = useTexts(searchTexts)
  const isEmpty = status === 'done' && found === 0 && !hasOthers
  return (
    <div className="search-foot">
      <div id="palette-status" role="status" className="soft">
        {status === 'idle' && !hasOthers ? t.start : null}
        {status === 'waiting' ? t.waiting : null}
        {status === 'offline' ? t.offline : null}
        {status === 'failed' ? t.failed : null}
        {isEmpty ? (
          <>
            <strong>{t.nothing(query)}</strong>
            <br />
            {t.nothingHint}
          </>
        ) : null}
        {status === 'done' && found > 0 ? (
          <>
            {t.found(found)}
            <span className="search-keys"> · {t.keys}</span>
          </>
        ) : null}
      </div>
      {canForget ? (
        <Button kind="quiet" onClick={onForget}>
          {t.forget}
        </Button>
      ) : null}
    </div>
  )
}
