// Not a native date input: people can type the date in their region's order or as YYYY-MM-DD.
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { dateOf, numericDateFormat } from '../format.ts'
import { Icon } from '../icon.tsx'
import type { Anchor } from '../popover/anchor.ts'
import { late } from '../rendering/late.tsx'
import { designTexts } from '../texts.ts'
import './date-input.css'
import { isComplete, orderOf, parseDate } from './typed-date.ts'

/** Loaded on demand, because many people type dates. */
const DatePicker = late(() => import('./date-picker.tsx'))

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max'> {
  /** In the format `YYYY-MM-DD`, or empty. */
  value: string
  /** Gets only dates in the allowed range, or an empty string if the field is optional. */
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
}

export function DateInput({ value, onChange, min, max, className = '', ...rest }: Props) {
  const t = useTexts(designTexts)
  const { language } = useLanguage()
  const { required = false, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = rest
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const show = (date: string) => (date === '' ? '' : textOf(date, language))
  const read = (text: string) => parseDate(text, orderOf(partsOf(language)), dateOf())
  const isAllowed = (date: string) => date >= (min ?? '') && date <= (max ?? '9999-12-31')
  // A value set from outside, for example by the "Tomorrow" button, replaces the typed text.
  const reported = useRef(value)
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(undefined)
    setFault(undefined)
  }, [value])
  useBlockedSubmit(input, fault !== undefined)

  function report(date: string): void {
    setFault(undefined)
    if (date === value) return
    reported.current = date
    onChange(date)
  }
  function type(text: string): void {
    setTyped(text)
    const date = read(text)
    if (text === '' && !required) report('')
    else if (date !== undefined && isComplete(text) && isAllowed(date)) report(date)
  }
  /** Parses the text when typing ends, because it may have been incomplete before. Returns false if it is invalid. */
  function settle(): boolean {
    if (typed === undefined) return true
    const date = typed.trim() === '' ? (required ? value : '') : read(typed)
    if (date === undefined) setFault(t.dateFault(textOf(dateOf(), language)))
    else if (date !== '' && !isAllowed(date))
      setFault(date < (min ?? '') ? t.dateTooEarly(show(min ?? '')) : t.dateTooLate(show(max ?? '')))
    else {
      report(date)
      setTyped(undefined)
      return true
    }
    return false
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    rest.onKeyDown?.(event)
    if (event.key === 'Enter' && !settle()) event.preventDefault()
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      open()
    }
  }
  const open = () => {
    const { left, right, top, bottom } = input.current?.getBoundingClientRect() ?? new DOMRect()
    setAnchor({ left, right, top, bottom, isBelow: true })
  }
  /** Enters the date as if the user had typed it, so that forms get an input event. */
  const choose = (date: string) => {
    setAnchor(undefined)
    typeInto(input.current, date)
    setTyped(undefined)
  }
  return (
    <span className={`date-input ${className}`}>
      <input
        {...rest}
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className="input"
        placeholder={partsOf(language)
          .map(({ type, value }) => t.dateLetters[type as keyof typeof t.dateLetters] ?? value)
          .join('')}
        value={typed ?? show(value)}
        aria-invalid={fault !== undefined || isInvalid}
        aria-describedby={[describedBy, fault && id].filter(Boolean).join(' ') || undefined}
        onFocus={event => event.target.select()}
        onChange={event => type(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="button quiet icon"
        aria-label={t.openCalendar}
        title={t.openCalendar}
        aria-haspopup="dialog"
        disabled={rest.disabled}
        onClick={open}
      >
        <Icon name="calendar" size={16} />
      </button>
      {fault ? (
        <span className="fault" id={id} role="alert">
          {fault}
        </span>
      ) : null}
      {anchor ? (
        <DatePicker
          value={value}
          isAllowed={isAllowed}
          canClear={!required && value !== ''}
          anchor={anchor}
          onChoose={choose}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </span>
  )
}

const A_DAY = new Date('2026-11-20T00:00:00Z')

const partsOf = (language: Language) =>
  numericDateFormat(language)
    .formatToParts(A_DAY)
    .map(({ type, value }) => ({ type, value }))

const textOf = (date: string, language: Language): string =>
  numericDateFormat(language).format(new Date(`${date}T00:00:00Z`))

/** Calls the prototype's setter, because React overrides the element's `value` property and would miss the change. */
function typeInto(input: HTMLInputElement | null, text: string): void {
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Prevents submitting the previous date while the field shows a fault. */
function useBlockedSubmit(input: React.RefObject<HTMLInputElement | null>, isBlocked: boolean): void {
  useEffect(() => {
    const form = input.current?.form
    if (!form || !isBlocked) return
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      input.current?.focus()
    }
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [input, isBlocked])
}
