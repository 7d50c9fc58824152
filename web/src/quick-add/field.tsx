// Shows the parsed parts of the line while the user types.
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { late } from '../design/rendering/late.tsx'
import { useTexts } from '../session/language.tsx'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { useQuickAdd } from '../sync/use-quick-add.ts'
import './quick-add.css'
import { chipBefore } from './rejected.ts'
import { quickAddTexts } from './texts.ts'
import { useCreate } from './use-create.ts'
import { type LineOptions, useLine } from './use-line.ts'

const Chips = late(() => import('./chips.tsx'))

interface FieldProps {
  /** The key of the draft, which is kept until the line is stored. */
  draft: string
  /** Returns undefined if nothing was created. The field then keeps its text. */
  onCreate: (line: QuickAdd) => WriteProgress | undefined
  /** Called after the typed line was added. */
  onAdded?: (() => void) | undefined
  options?: LineOptions
  texts: { label: string; placeholder: string; add: string }
  inputId?: string
  inputRef?: Ref<HTMLInputElement>
  longest?: number
  className?: string
}

const LONGEST = 500

/** A field that adds a todo, an entry or a timer. */
export function QuickAddField(props: Pick<FieldProps, 'draft' | 'inputRef' | 'onAdded'>) {
  const t = useTexts(quickAddTexts)
  return <LineField {...props} texts={t} onCreate={useCreate()} />
}

export function LineField(props: FieldProps) {
  const {
    draft,
    onCreate,
    onAdded,
    options,
    texts,
    inputId,
    inputRef,
    longest = LONGEST,
    className = '',
  } = props
  const t = useTexts(quickAddTexts)
  // The line that was submitted last. `onAdded` closes the quick-add dialog, so it must not run when a line from an
  // earlier dialog is added late.
  const entered = useRef('')
  const field = useQuickAdd(draft, text => {
    const line = lineOf.read(text)
    // The grammar or a mentioned todo has not loaded yet. The field stores the submitted line separately, because the
    // user may type another line in the meantime.
    if (!line) return field.wait(text)
    const progress = onCreate(line)
    if (progress && text === entered.current && text === field.typed.trim()) onAdded?.()
    return progress
  })
  const { waiting, addWaiting } = field
  const lineOf = useLine(field.typed, options, waiting)
  const { line, chips, reject, isReady } = lineOf
  const read = chips.filter(({ understood }) => understood !== false).length
  useEffect(() => {
    if (isReady && waiting.length > 0) addWaiting()
  }, [isReady, waiting, addWaiting])
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
    <form
      className="quick-add"
      onSubmit={event => {
        entered.current = field.typed.trim()
        field.onSubmit(event)
      }}
    >
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
        <Button type="submit" kind="primary" aria-busy={waiting.length > 0}>
          <Icon name="plus" /> {texts.add}
        </Button>
      </div>
      <p className="visually-hidden" role="status" id={`${draft}-understood`}>
        {line && (!options?.only || read > 0) ? t.understood(t.kinds[line.kind], line.title, read) : ''}
      </p>
      {line ? <Chips line={line} hidesKind={options?.only !== undefined} onReject={reject} /> : null}
    </form>
  )
}
