import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/forms/field.tsx'
import { FormFoot } from '../design/forms/form-foot.tsx'
import { useFormDraft } from '../design/forms/use-form-draft.ts'
import { Fault } from '../design/states.tsx'
import { ItemHistory } from '../history/item-history.tsx'
import { itemHistoryTexts } from '../history/item-texts.ts'
import { useTexts } from '../session/language.tsx'
import { tagTexts } from './texts.ts'

export interface TagFields {
  name: string
  color: string
  is_todo_group: boolean
}

interface Props {
  title: string
  start?: Partial<TagFields>
  isGroup: boolean
  /** The id of the edited item. Not set for a new one. */
  id?: string
  /** Names in the same group that are already taken. */
  taken?: readonly string[]
  /** The key of the draft that keeps unsaved input. Only for a new item. */
  draft?: string
  onSave: (fields: TagFields) => void
  onRemove?: () => void
  onClose: () => void
}

const COLORS = ['#C53F22', '#D98E04', '#5B8C2A', '#1B6F6A', '#2563B8', '#7A4FBF', '#B83280', '#6B7280']

export function EditTag(props: Props) {
  const { id, title, start, isGroup, taken = [], draft: draftName, onSave, onRemove, onClose } = props
  const t = useTexts(tagTexts)
  const { itemHistory } = useTexts(itemHistoryTexts)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const draft = useFormDraft<TagFields>(draftName)
  const close = () => {
    draft.drop()
    onClose()
  }
  const [fault, setFault] = useState<string>()
  const [color, setColor] = useState(start?.color ?? COLORS[3] ?? '')

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = String(data.get('name')).trim()
    if (name === '') return
    if (taken.includes(name)) {
      setFault(t.nameTaken(name))
      return
    }
    onSave({ name, color, is_todo_group: data.get('todos') === 'on' })
    close()
  }

  if (isHistoryOpen && id !== undefined)
    return <ItemHistory id={id} title={start?.name ?? title} onClose={close} />
  return (
    <Dialog title={title} onClose={close}>
      <form className="stack" onSubmit={submit}>
        <Field label={t.name}>
          {field => (
            <input
              dir="auto"
              {...field}
              name="name"
              className="input"
              required
              maxLength={255}
              defaultValue={draft.kept().name ?? start?.name ?? ''}
              onChange={event => draft.keep({ name: event.target.value })}
            />
          )}
        </Field>
        <fieldset className="color-choice">
          <legend className="soft">{t.color}</legend>
          {COLORS.map(each => (
            <label key={each} className="swatch" style={{ background: each }} title={each}>
              <input
                type="radio"
                name="color"
                aria-label={each}
                checked={color.toUpperCase() === each}
                onChange={() => setColor(each)}
              />
            </label>
          ))}
          <input
            type="color"
            aria-label={t.color}
            value={color}
            onChange={event => setColor(event.target.value)}
          />
        </fieldset>
        {isGroup ? (
          <label className="row">
            <input type="checkbox" name="todos" defaultChecked={start?.is_todo_group ?? true} /> {t.forTodos}
          </label>
        ) : null}
        <Fault>{fault}</Fault>
        <FormFoot submit={id === undefined ? title : t.save} onClose={close}>
          {onRemove ? (
            <Button kind="danger" onClick={onRemove}>
              {t.remove}
            </Button>
          ) : null}
          {id === undefined ? null : <Button onClick={() => setHistoryOpen(true)}>{itemHistory}</Button>}
        </FormFoot>
      </form>
    </Dialog>
  )
}
