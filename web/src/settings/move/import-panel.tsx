import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import type { Job } from '@daymark/contract/jobs'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { JobProgress } from '../../design/job-progress.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { ZoneInput } from '../preferences/zone-input.tsx'
import { ArchiveSummary } from './archive-summary.tsx'
import { type Choices, type Found, importChosen, writesOf } from './chosen-file.ts'
import { ColumnChoice } from './column-choice.tsx'
import { ImportSummary } from './import-summary.tsx'
import { moveTexts } from './move-texts.ts'
import './import.css'

interface Chosen {
  file: File
  found: Found
  choices: Choices
}

interface Props {
  titleId: string
  t: Readonly<Record<'title' | 'hint' | 'choose', string>>
  accept: string
  /** If undefined, the kind is detected for each chosen file. */
  kind?: Found['kind']
}

export function ImportPanel({ titleId, t: own, accept, kind }: Props) {
  const t = useTexts(moveTexts)
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<string>()
  const [job, setJob] = useState<Job>()
  const [fault, setFault] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>()
  const [done, setDone] = useState<Found>()
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
      setJob(undefined)
    }
  }

  const preview = (file: File, choices: Choices, known?: Found['kind']) =>
    attempt(t.reading, async () => {
      setChosen({ file, choices, found: await importChosen(client, file, true, choices, { known }) })
    })

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? []
    // Without this, choosing the same file again would not fire an event.
    event.target.value = ''
    if (!file) return
    setDone(undefined)
    setUndone(false)
    // The server knows how large an archive of Daymark may be.
    const mayBeArchive = kind === 'archive' || (kind === undefined && /\.zip$/i.test(file.name))
    if (!mayBeArchive && file.size > MAX_IMPORT_BYTES) setFault(t.tooLarge)
    else void preview(file, { replace: false, timezone: timezone(), columns: {} }, kind)
  }

  const importIt = ({ file, choices, found }: Chosen) =>
    attempt(t.working, async () => {
      setDone(await importChosen(client, file, false, choices, { known: found.kind, onProgress: setJob }))
      setChosen(undefined)
    })

  const undo = (batch_id: string) =>
    attempt(t.working, async () => {
      await client.history.undo({ params: { batch_id }, onProgress: setJob })
      setDone(undefined)
      setUndone(true)
    })

  const batch = done?.result.batch_id
  const bar =
    job?.status === 'running' ? (
      <JobProgress
        key={job.id}
        label={t.progress}
        progress={job.progress}
        stop={() => client.jobs.cancel({ params: { job_id: job.id } })}
      />
    ) : null
  return (
    <section className="card panel" aria-labelledby={titleId}>
      <div className="row spread">
        <h2 id={titleId}>{own.title}</h2>
        <Button onClick={() => input.current?.click()} disabled={busy !== undefined}>
          <Icon name="plus" /> {own.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          className="visually-hidden"
          aria-label={own.choose}
          tabIndex={-1}
          onChange={choose}
        />
      </div>
      <p className="soft">{own.hint}</p>
      <div role="status">
        {busy && !chosen ? <p>{busy}</p> : null}
        {done ? <p>{writesOf(done) > 0 ? t.done(writesOf(done)) : t.nothing}</p> : null}
        {undone ? <p>{t.undone}</p> : null}
      </div>
      {chosen ? null : bar}
      {batch ? (
        <Button className="plain-start" onClick={() => void undo(batch)} disabled={busy !== undefined}>
          {t.undo}
        </Button>
      ) : null}
      {chosen ? null : <Fault>{fault}</Fault>}
      {chosen ? (
        <Dialog title={t.previewTitle(chosen.file.name)} onClose={() => setChosen(undefined)}>
          <div className="stack">
            <Preview
              {...chosen}
              isRecognized={kind === undefined}
              onChoose={choices => {
                // Shows the choice before the new preview arrives.
                setChosen({ ...chosen, choices })
                void preview(chosen.file, choices, chosen.found.kind)
              }}
            />
            {writesOf(chosen.found) === 0 ? <p>{t.nothing}</p> : null}
            <Fault>{fault}</Fault>
            <div role="status">{busy ? <p>{busy}</p> : null}</div>
            {bar}
            <div className="row dialog-foot">
              <Button onClick={() => setChosen(undefined)}>{t.cancel}</Button>
              <Button
                kind="primary"
                onClick={() => void importIt(chosen)}
                disabled={busy !== undefined || writesOf(chosen.found) === 0}
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

type PreviewProps = Chosen & { isRecognized: boolean; onChoose: (choices: Choices) => void }

function Preview({ found, choices, isRecognized, onChoose }: PreviewProps) {
  const t = useTexts(moveTexts)
  const name = found.kind === 'source' ? t.names[found.result.source] : t.names[found.kind]
  return (
    <>
      {isRecognized ? <p>{t.recognized(name)}</p> : null}
      {found.kind === 'archive' ? (
        <ArchiveSummary
          result={found.result}
          replace={choices.replace}
          onReplace={replace => onChoose({ ...choices, replace })}
        />
      ) : (
        <ImportSummary result={found.result} />
      )}
      {found.kind === 'source' ? (
        <Field label={t.zone}>
          {field => (
            <>
              <ZoneInput
                {...field}
                value={choices.timezone}
                onChange={zone => onChoose({ ...choices, timezone: zone })}
              />
              <span className="hint">{t.zoneHint}</span>
            </>
          )}
        </Field>
      ) : null}
      {found.kind === 'source' && found.result.columns.length > 0 ? (
        <ColumnChoice
          columns={found.result.columns}
          chosen={choices.columns}
          onChoose={columns => onChoose({ ...choices, columns })}
        />
      ) : null}
    </>
  )
}
