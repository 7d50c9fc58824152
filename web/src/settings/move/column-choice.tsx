import { TABLE_FIELDS } from '@daymark/contract/constants'
import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import { moveTexts } from './move-texts.ts'

interface Props {
  columns: readonly string[]
  chosen: Readonly<Record<string, string>>
  onChoose: (columns: Record<string, string>) => void
}

const AUTOMATIC = '\u0000'

export function ColumnChoice({ columns, chosen, onChoose }: Props) {
  const t = useTexts(moveTexts)
  const choose = (field: string, column: string) => {
    const { [field]: _old, ...others } = chosen
    onChoose(column === AUTOMATIC ? others : { ...others, [field]: column })
  }
  return (
    <details>
      <summary>{t.columnsTitle}</summary>
      <div className="stack">
        {TABLE_FIELDS.map(field => (
          <Field key={field} label={t.fields[field]}>
            {props => (
              <select
                {...props}
                className="input"
                value={chosen[field] ?? AUTOMATIC}
                onChange={event => choose(field, event.target.value)}
              >
                <option value={AUTOMATIC}>{t.automatic}</option>
                <option value="">{t.noColumn}</option>
                {columns.map(column => (
                  <option key={column} value={column}>
                    {column}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </details>
  )
}
