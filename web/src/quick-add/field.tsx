// The quick-add field: one line makes a todo, an entry or a running timer. Shows the parsed parts while typing.
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { Chips } from './chips.tsx'
import './quick-add.css'
import { chipBefore } from './rejected.ts'
import { quickAddTexts } from './texts.ts'
import { useCreate } from './use-create.ts'
import { useLine } from './use-line.ts'

interface Props {
  /** The name of the draft, which is kept until the line is stored. */
  draft: string
  /** Called after the line has been added. */
  onAdded?: () => void
  inputRef?: Ref<HTMLInputElement>
}

const LONGEST = 500

export function QuickAddField({ draft, onAdded, inputRef }: Props) {
  const t = useTexts(quickAddTexts)
  const create = useCreate()
  const [isPending, setPending] = useState(false)
  const field = useQuickAdd(draft, text => {
    const line = lineOf.read(text)
    // The grammar is still loading. The next press of Enter adds the line.
    if (!line) {
      setPending(true)
      return undefined
    }
    const given = create(line)
    if (given) onAdded?.()
    return given
  })
  const lineOf = useLine(field.typed)
  const { line, chips, reject } = lineOf
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key !== 'Backspace' || selectionStart === null || selectionStart !== selectionEnd) return
    const chip = chipBefore(chips, selectionStart)
    if (!chip || event.nativeEvent.isComposing) return
    event.preventDefault()
    reject(chip)
  }
  const { ref, ...inputProps } = field.inputProps
  return (
    <form className="quick-add" onSubmit={field.onSubmit}>
      <div className="row quick-line">
        <input
          dir="auto"
          className="input"
          aria-label={t.label}
          placeholder={t.placeholder}
          maxLength={LONGEST}
          autoComplete="off"
          enterKeyHint="done"
          aria-describedby={`${draft}-understood`}
          onKeyDown={onKeyDown}
          {...inputProps}
          ref={input => {
            ref.current = input
            if (typeof inputRef === 'function') inputRef(input)
          }}
        />
        <Button type="submit" kind="primary" aria-busy={isPending && !line && field.typed !== ''}>
          <Icon name="plus" /> {t.add}
        </Button>
      </div>
      <p className="visually-hidden" role="status" id={`${draft}-understood`}>
        {line ? t.understood(t.kinds[line.kind], line.title, chips.length) : ''}
      </p>
      <Chips line={line} onReject={reject} />
    </form>
  )
}
