// Used by the History page and by the history of a single item.
import type { HistoryItem } from '@daymark/contract/history'
import { memo, useDeferredValue } from 'react'
import { Link } from 'wouter'
import { Button } from '../design/button.tsx'
import { dateOf, dayText } from '../design/format.ts'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { Batch } from './batch.tsx'
import './history.css'
import { redoId } from './redo.ts'
import { summaryText } from './summary.ts'
import { historyTexts } from './texts.ts'
import { type HistoryFilter, useBatchChange, useBatches, useIsChanging } from './use-batches.ts'

/** The filters change immediately. The list follows after the next paint, because it takes longer to render. */
export function BatchList({ filter: chosen }: { filter: HistoryFilter }) {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const filter = useDeferredValue(chosen)
  const query = useBatches('history', filter)
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <Missing query={query} skeleton={<Skeleton lines={6} height={44} />} />
      {query.data && items.length === 0 ? (
        <div className="card">
          <Empty title={isFiltered ? t.noneFound : t.none}>
            <p>{isFiltered ? t.noneFoundHint : t.noneHint}</p>
            {isFiltered ? null : (
              <Link href="/todos" className="button">
                {t.addTodo}
              </Link>
            )}
          </Empty>
        </div>
      ) : null}
      {byDay(items).map(([day, batches]) => (
        <section key={day} className="card panel" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayText(batches[0]?.at ?? day, language)}</h2>
          <ul className="plain-list batches">
            {batches.map(item => (
              <Change key={item.batch_id} item={item} redo={redoId(item, items)} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? (
        <Button
          className="older"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.older}
        </Button>
      ) : null}
    </>
  )
}

const byDay = (items: readonly HistoryItem[]): [string, HistoryItem[]][] => [
  ...Map.groupBy(items, item => dateOf(item.at)),
]

interface ChangeProps {
  item: HistoryItem
  /** The id of the undo that "Redo" reverts. Undefined if there is none. */
  redo: string | undefined
}

/** Memoized, so that loading older changes does not rerender the newer changes. */
const Change = memo((props: ChangeProps) => (
  <Batch item={props.item}>
    <UndoButton {...props} />
  </Batch>
))

function UndoButton({ item, redo }: ChangeProps) {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const client = useClient()
  const change = useBatchChange()
  const target = item.undoable ? item.batch_id : redo
  const isChanging = useIsChanging(target ?? item.batch_id)
  if (target === undefined) return null
  const isRedo = item.via === 'undo' ? item.undoable : !item.undoable
  const summary = summaryText(item, language, t)
  return (
    <Button
      disabled={isChanging}
      aria-label={isRedo ? t.redoOf(summary) : t.undoOf(summary)}
      onClick={() =>
        void change(
          live => live.write(client.history.undo, { params: { batch_id: target } }),
          isRedo ? t.redoDone : t.undoDone,
        )
      }
    >
      {isRedo ? t.redo : t.undo}
    </Button>
  )
}
