import { parseRule } from '@daymark/recurrence/rule'
import { useState } from 'react'
import { useTexts } from '../../session/language.tsx'
import { type EntryForm, faultsOf } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'

export type Faults = Partial<Record<string, string>>

export interface EntryFormState {
  values: EntryForm
  set: (change: Partial<EntryForm>) => void
  /** Keyed by the API's field names. */
  faults: Faults
  check: () => boolean
}

export function useEntryForm(initial: EntryForm): EntryFormState {
  const t = useTexts(entryTexts)
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})

  /** Validates in the browser, because the form closes before the server responds. */
  function check(): boolean {
    const found = Object.keys(faultsOf(values)) as (keyof typeof t.faults)[]
    const rule = values.rule.trim() === '' ? undefined : parseRule(values.rule.trim())
    const all = {
      ...Object.fromEntries(found.map(name => [name, t.faults[name]])),
      ...(rule?.ok === false && { recurrence_rule: rule.message }),
    }
    setFaults(all)
    return Object.keys(all).length === 0
  }

  return {
    values,
    set: change => {
      setValues(old => ({ ...old, ...change }))
      setFaults({})
    },
    faults,
    check,
  }
}
