// The state of the entry form: values, errors and submission.

import { ApiError } from '@daymark/client'
import { useState } from 'react'
import { messageOf } from '../../design/message.ts'
import { useTexts } from '../../session/language.tsx'
import { type EntryForm, faultsOf } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'

export type Faults = Partial<Record<string, string>>

export interface EntryFormState {
  values: EntryForm
  set: (change: Partial<EntryForm>) => void
  /** Keyed by the field names of the API. */
  faults: Faults
  /** An error that belongs to no field. */
  failure: string | undefined
  busy: boolean
  check: () => boolean
  /** Runs an action and shows the server's error if it fails. */
  send: (action: () => Promise<void>) => Promise<void>
}

const FIELDS = ['title', 'description', 'start_time', 'end_time', 'recurrence_rule', 'state', 'tag_ids']

export function useEntryForm(initial: EntryForm, zone: string): EntryFormState {
  const t = useTexts(entryTexts)
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  function check(): boolean {
    const found = Object.keys(faultsOf(values, zone)) as (keyof typeof t.faults)[]
    setFaults(Object.fromEntries(found.map(name => [name, t.faults[name]])))
    return found.length === 0
  }

  function tell(error: unknown): void {
    const errors = error instanceof ApiError ? error.errors : []
    const named = errors.filter(each => FIELDS.includes(each.path))
    setFaults(Object.fromEntries(named.map(each => [each.path, each.message])))
    if (named.length === 0) setFailure(messageOf(error))
  }

  return {
    values,
    set: change => {
      setValues(old => ({ ...old, ...change }))
      setFaults({})
    },
    faults,
    failure,
    busy,
    check,
    async send(action) {
      setFailure(undefined)
      setBusy(true)
      await action().catch(tell)
      setBusy(false)
    },
  }
}
