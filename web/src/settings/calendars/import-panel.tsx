// Imports a calendar file: choose it, see what would happen, import, undo.
import type { ImportResult } from '@daymark/contract/calendars/imports'
import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ImportSummary } from './import-summary.tsx'
import { importTexts } from './import-texts.ts'

interface Chosen {
  name: string
  body: string
  preview: ImportResult
}

const writes = ({ schedules, todos }: ImportResult): number =>
  schedules.created + schedules.updated + todos.created + todos.updated

export function ImportPanel() {
  const t = useTexts(importTexts)
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>()
  const [done, setDone] = useState<ImportResult>()
  const [undone, setUndone] = useState(false)

  async function attempt(message: string, work: () => Promise<void>): Promise<void> {
    setFault(undefined)
    setBusy(message)
    try {
      await work()
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setBusy(undefined)
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? []
    // The same file can be chosen again.
    event.target.value = ''
    if (!file) return
    setDone(undefined)
    setUndone(false)
    if (file.size > MAX_IMPORT_BYTES) setFault(t.tooLarge)
    else
      void attempt(t.reading, async () => {
        const body = await file.text()
        setChosen({
          name: file.name,
          body,
          preview: await client.imports.ics({ query: { dry_run: true }, body }),
        })
      })
  }

  const importIt = ({ body }: Chosen) =>
    attempt(t.importing, async () => {
      setDone(await client.imports.ics({ body }))
      setChosen(undefined)
    })

  const undo = (batch_id: string) =>
    attempt(t.importing, async () => {
      await client.history.undo({ params: { batch_id } })
      setDone(undefined)
      setUndone(true)
    })

  return (
    <section className="card panel" aria-labelledby="import-title">
      <div className="row spread">
        <h2 id="import-title">{t.title}</h2>
        <Button onClick={() => input.current?.click()} disabled={busy !== undefined}>
          <Icon name="plus" /> {t.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".ics,.ical,.ifb,text/calendar"
          className="visually-hidden"
          aria-label={t.choose}
          tabIndex={-1}
          onChange={choose}
        />
      </div>
      <p className="soft">{t.hint}</p>
      <div role="status">
        {busy ? <p>{busy}</p> : null}
        {done ? <p>{writes(done) > 0 ? t.done(writes(done)) : t.nothing}</p> : null}
        {undone ? <p>{t.undone}</p> : null}
      </div>
      {done?.batch_id ? (
        <Button
          className="plain-start"
          onClick={() => void undo(done.batch_id ?? '')}
          disabled={busy !== undefined}
        >
          {t.undo}
        </Button>
      ) : null}
      {chosen ? null : <Fault>{fault}</Fault>}
      {chosen ? (
        <Dialog title={t.previewTitle(chosen.name)} onClose={() => setChosen(undefined)}>
          <div className="stack">
            <ImportSummary result={chosen.preview} />
            {writes(chosen.preview) === 0 ? <p>{t.nothing}</p> : null}
            <Fault>{fault}</Fault>
            <div className="row dialog-foot">
              <Button onClick={() => setChosen(undefined)}>{t.cancel}</Button>
              <Button
                kind="primary"
                onClick={() => void importIt(chosen)}
                disabled={busy !== undefined || writes(chosen.preview) === 0}
              >
                {t.action}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </section>
  )
}
