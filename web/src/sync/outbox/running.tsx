// Writes that the server runs in steps. They are in the outbox until they end, so a reload and other windows show them too.
import { bulkOf, type OutboxEntry } from '@daymark/client'
import { JobProgress } from '../../design/job-progress.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useRunningEntries, useSync } from '../context.ts'
import { entryTitle } from './entry-text.ts'
import { useItemName } from './item-name.ts'
import { runningTexts } from './running-texts.ts'
import { titleTexts } from './title-texts.ts'
import './sync.css'

export default function Running() {
  return useRunningEntries().map(entry => <RunningEntry key={entry.key} entry={entry} />)
}

/** A deletion goes on, and can be undone when it has ended. */
const TAKES_BACK = new Set(['POST /v1/history/{batch_id}/undo', 'POST /v1/trash/{batch_id}/restore'])

function RunningEntry({ entry }: { entry: OutboxEntry }) {
  const t = useTexts(runningTexts)
  const titles = useTexts(titleTexts)
  const name = useItemName(entry)
  const cancel = useCancel(entry)
  const own = bulkOf(entry) ? undefined : t.operations[entry.operation]
  const title = own ?? entryTitle(entry, titles)
  const what = name === undefined ? title : `${title}: ${name}`
  const { progress = 0 } = entry.job ?? {}
  return (
    <div className="notice running-job">
      <span dir="auto">{what}</span>
      <JobProgress
        label={t.progressOf(what)}
        progress={progress}
        stop={TAKES_BACK.has(entry.operation) ? cancel : undefined}
      />
    </div>
  )
}

/** Nobody has to look at a change again that was taken back on purpose. After a reload, no page waits for its end. */
function useCancel({ key, job }: OutboxEntry): () => Promise<unknown> {
  const client = useClient()
  const sync = useSync()
  const toast = useToast()
  return async () => {
    if (!sync || !job) return
    await client.jobs.cancel({ params: { job_id: job.id } })
    if (sync.shownInForm.has(key)) return
    sync.shownInForm.add(key)
    const stop = sync.live.outbox.on('settled', ({ entry, outcome }) => {
      if (entry.key !== key) return
      stop()
      if (!('error' in outcome)) return
      toast(messageOf(outcome.error.detail))
      sync.discard(key)
    })
  }
}
