import type { HistoryItem } from '@daymark/contract/history'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/confirm.tsx'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { Batch } from '../history/batch.tsx'
import '../history/history.css'
import { summaryText } from '../history/summary.ts'
import { historyTexts } from '../history/texts.ts'
import { useBatchChange, useBatches, useIsChanging } from '../history/use-batches.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { shellTexts } from '../shell/texts.ts'

export default function Trash() {
  const shell = useTexts(shellTexts)
  const t = useTexts(historyTexts)
  const query = useBatches('trash')
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  return (
    <div className="page">
      <header className="row spread trash-head">
        <div className="grow">
          <h1>{shell.pages.trash}</h1>
          <p className="soft">{t.trashIntro}</p>
        </div>
        {items.length > 0 ? <EmptyTrash /> : null}
      </header>
      <Missing query={query} skeleton={<Skeleton lines={4} height={44} />} />
      {query.data && items.length === 0 ? (
        <div className="card">
          <Empty title={t.trashNone}>
            <p>{t.trashNoneHint}</p>
            <Link className="button" href="/history">
              <Icon name="history" /> {t.seeHistory}
            </Link>
          </Empty>
        </div>
      ) : null}
      {items.length > 0 ? (
        <section className="card panel" aria-label={shell.pages.trash}>
          <ul className="plain-list batches">
            {items.map(item => (
              <Batch key={item.batch_id} item={item} isDated>
                <Actions item={item} />
              </Batch>
            ))}
          </ul>
        </section>
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="older"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.older}
        </Button>
      ) : null}
    </div>
  )
}

function Actions({ item }: { item: HistoryItem }) {
  const t = useTexts(historyTexts)
  const { language } = useLanguage()
  const client = useClient()
  const change = useBatchChange()
  const [asking, setAsking] = useState(false)
  const isChanging = useIsChanging(item.batch_id)
  const params = { batch_id: item.batch_id }
  const summary = summaryText(item, language, t)
  return (
    <>
      <Button
        disabled={isChanging}
        aria-label={t.restoreOf(summary)}
        onClick={() => void change(live => live.write(client.history.restore, { params }), t.restored)}
      >
        {t.restore}
      </Button>
      <Button
        kind="danger"
        disabled={isChanging}
        aria-label={t.eraseOf(summary)}
        onClick={() => setAsking(true)}
      >
        {t.erase}
      </Button>
      {asking ? (
        <Confirm
          title={t.eraseTitle}
          action={t.erase}
          cancel={t.cancel}
          onConfirm={() => void change(live => live.write(client.history.erase, { params }), t.erased)}
          onClose={() => setAsking(false)}
        >
          <p dir="auto">{summary}</p>
          <p>{t.eraseHint}</p>
        </Confirm>
      ) : null}
    </>
  )
}

function EmptyTrash() {
  const t = useTexts(historyTexts)
  const client = useClient()
  const change = useBatchChange()
  const [asking, setAsking] = useState(false)
  const isChanging = useIsChanging()
  return (
    <>
      <Button kind="danger" disabled={isChanging} onClick={() => setAsking(true)}>
        <Icon name="trash" /> {t.eraseAll}
      </Button>
      {asking ? (
        <Confirm
          title={t.eraseAllTitle}
          action={t.eraseAll}
          cancel={t.cancel}
          onConfirm={() => void change(live => live.write(client.history.empty, {}), t.emptied)}
          onClose={() => setAsking(false)}
        >
          <p>{t.eraseAllHint}</p>
        </Confirm>
      ) : null}
    </>
  )
}
