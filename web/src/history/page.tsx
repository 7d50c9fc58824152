import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { DateInput } from '../design/dates/date-input.tsx'
import { Choice } from '../design/forms/choice.tsx'
import { Field } from '../design/forms/field.tsx'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { BatchList } from './batch-list.tsx'
import { historyTexts } from './texts.ts'
import { type HistoryFilter, useUndoAll } from './use-batches.ts'

export default function History() {
  const shell = useTexts(shellTexts)
  const t = useTexts(historyTexts)
  const [filter, setFilter] = useState<HistoryFilter>({})
  return (
    <div className="page">
      <header>
        <h1>{shell.pages.history}</h1>
        <p className="soft">{t.intro}</p>
      </header>
      <Filters filter={filter} onChange={setFilter} />
      {filter.via === 'mcp' ? <UndoAssistants filter={filter} /> : null}
      <BatchList filter={filter} />
    </div>
  )
}

/** A button that undoes the matching changes that can still be undone. */
function UndoAssistants({ filter }: { filter: HistoryFilter }) {
  const t = useTexts(historyTexts)
  const undoAll = useUndoAll(filter)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await undoAll(t.assistantsUndone)
    setBusy(false)
  }
  return (
    <p>
      <Button disabled={isBusy} onClick={() => void run()}>
        {t.undoAssistants}
      </Button>
    </p>
  )
}

interface Props {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}

function Filters({ filter, onChange }: Props) {
  const t = useTexts(historyTexts)
  const set = (name: keyof HistoryFilter, value: string) => {
    const { [name]: _, ...others } = filter
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <fieldset className="history-filters" aria-label={t.filters}>
      <Choice
        label={t.kind}
        value={filter.kind ?? ''}
        choices={[['', t.allKinds], ...Object.entries(t.kinds)]}
        onChange={value => set('kind', value)}
      />
      <Choice
        label={t.via}
        value={filter.via ?? ''}
        choices={[['', t.anyVia], ...Object.entries(t.vias)]}
        onChange={value => set('via', value)}
      />
      {(['start_date', 'end_date'] as const).map(name => (
        <Field key={name} label={name === 'start_date' ? t.from : t.to}>
          {field => (
            <DateInput
              {...field}
              min={name === 'end_date' ? filter.start_date : undefined}
              max={name === 'start_date' ? filter.end_date : undefined}
              value={filter[name] ?? ''}
              onChange={date => set(name, date)}
            />
          )}
        </Field>
      ))}
      <Button kind="quiet" disabled={Object.keys(filter).length === 0} onClick={() => onChange({})}>
        {t.clear}
      </Button>
    </fieldset>
  )
}
