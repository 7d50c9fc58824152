// The fields of quick add. They show the parsed parts of the line while typing.
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import type { Given } from '../session/unsent/quick-add.ts'
import { useQuickAdd } from '../sync/use-quick-add.ts'
import { Chips } from './chips.tsx'
import './quick-add.css'
import { chipBefore } from './rejected.ts'
import { quickAddTexts } from './texts.ts'
import { useCreate } from './use-create.ts'
import { type LineOptions, useLine } from './use-line.ts'

interface FieldProps {
  /** The name of the draft, which is kept until the line is stored. */
  draft: string
  /** Returns undefined if nothing was created. The field then keeps its text. */
  onCreate: (line: QuickAdd) => Given | undefined
  options?: LineOptions
  texts: { label: string; placeholder: string; add: string }
  inputId?: string
  inputRef?: Ref<HTMLInputElement>
  longest?: number
  className?: string
}

const LONGEST = 500

interface Props extends Pick<FieldProps, 'draft' | 'inputRef'> {
  /** Called after the line has been added. */
  onAdded?: () => void
}

/** For a todo, an entry or a timer. */
export function QuickAddField({ onAdded, ...props }: Props) {
  const t = useTexts(quickAddTexts)
  const create = useCreate()
  const onCreate = (line: QuickAdd) => {
    const given = create(line)
    if (given) onAdded?.()
    return given
  }
  return <LineField {...props} texts={t} onCreate={onCreate} />
}

export function LineField(props: FieldProps) {
  const { draft, onCreate, options, texts, inputId, inputRef, longest = LONGEST, className = '' } = props
  const t = useTexts(quickAddTexts)
  /** Lines that are added when the grammar has loaded. The person may have typed another one since. */
  const [pending, setPending] = useState<readonly string[]>([])
  const field = useQuickAdd(draft, text => {
    const line = lineOf.read(text)
    if (!line) setPending(all => (all.includes(text) ? all : [...all, text]))
    return line && onCreate(line)
  })
  const lineOf = useLine(field.typed, options)
  const { line, chips, reject } = lineOf
  useEffect(() => {
    const lines = pending.flatMap(text => lineOf.read(text) ?? [])
    if (lines.length === 0) return
    setPending([])
    // Not `requestSubmit`, which does nothing while the form is still being submitted.
    lines.forEach((each, at) => void (pending[at] === field.typed.trim() ? field.submit() : onCreate(each)))
  }, [pending, lineOf.read, field.typed, field.submit, onCreate])
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
      <div className={`row quick-line ${className}`}>
        <input
          dir="auto"
          {...(inputId !== undefined && { id: inputId })}
          className="input"
          aria-label={texts.label}
          placeholder={texts.placeholder}
          maxLength={longest}
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
        <Button type="submit" kind="primary" aria-busy={pending.length > 0}>
          <Icon name="plus" /> {texts.add}
        </Button>
      </div>
      <p className="visually-hidden" role="status" id={`${draft}-understood`}>
        {line && (!options?.only || chips.length > 0)
          ? t.understood(t.kinds[line.kind], line.title, chips.length)
          : ''}
      </p>
      <Chips line={line} hidesKind={options?.only !== undefined} onReject={reject} />
    </form>
  )
}
