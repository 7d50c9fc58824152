// The History page: all changes, newest first, with filters and Undo.
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { BatchList } from './batch-list.tsx'
import { historyTexts } from './texts.ts'
import type { HistoryFilter } from './use-batches.ts'

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
      <BatchList filter={filter} />
    </div>
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
        id="history-kind"
        label={t.kind}
        all={t.allKinds}
        options={t.kinds}
        value={filter.kind}
        onChange={value => set('kind', value)}
      />
      <Choice
        id="history-via"
        label={t.via}
        all={t.anyVia}
        options={t.vias}
        value={filter.via}
        onChange={value => set('via', value)}
      />
      {(['start_date', 'end_date'] as const).map(name => (
        <div key={name} className="field">
          <label htmlFor={`history-${name}`}>{name === 'start_date' ? t.from : t.to}</label>
          <input
            id={`history-${name}`}
            type="date"
            className="input"
            min={name === 'end_date' ? filter.start_date : undefined}
            max={name === 'start_date' ? filter.end_date : undefined}
            value={filter[name] ?? ''}
            onChange={event => set(name, event.target.value)}
          />
        </div>
      ))}
      <Button kind="quiet" disabled={Object.keys(filter).length === 0} onClick={() => onChange({})}>
        {t.clear}
      </Button>
    </fieldset>
  )
}

interface ChoiceProps {
  id: string
  label: string
  all: string
  options: Record<string, string>
  value: string | undefined
  onChange: (value: string) => void
}

const Choice = ({ id, label, all, options, value, onChange }: ChoiceProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <select id={id} className="input" value={value ?? ''} onChange={event => onChange(event.target.value)}>
      <option value="">{all}</option>
      {Object.entries(options).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </div>
)
