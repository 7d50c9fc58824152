import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import { readPreference, useStored } from '../../session/storage/preferences.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { useTagGroups } from '../../tags/use-tags.ts'
import { settingsTexts } from '../texts.ts'

export function DefaultList() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  const chosen = useStored(() => readPreference('default-list') ?? '')
  const lists = (useTagGroups().data ?? []).filter(group => group.is_todo_group)
  if (lists.length < 2) return null
  return (
    <Field label={t.defaultList}>
      {field => (
        <>
          <select
            {...field}
            className="input"
            value={lists.some(({ id }) => id === chosen) ? chosen : ''}
            onChange={event => save({ default_tag_group_id: event.target.value || null })}
          >
            <option value="">{t.firstList}</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <span className="hint">{t.defaultListHint}</span>
        </>
      )}
    </Field>
  )
}
