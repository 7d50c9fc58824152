// A modal dialog based on <dialog>, which handles focus, Escape, the backdrop and unsaved changes.
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../session/language.tsx'
import { Button } from './button.tsx'
import { valuesOf } from './forms/form-values.ts'
import { designTexts } from './texts.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Hides the visible title. Screen readers still announce it. */
  bare?: boolean
  /** Makes the dialog wide enough for two dates side by side. */
  wide?: boolean
  /** False if typed text is kept elsewhere, or not worth a question. */
  asks?: boolean
}

/** Escape and a click on the backdrop ask before they discard changes of a form. Its buttons do not. */
export function Dialog({ title, onClose, children, bare = false, wide = false, asks = true }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const [isAsking, setAsking] = useState(false)
  const edits = useEdits(ref)
  useModal(ref)
  const leave = () => {
    if (asks && edits.isChanged()) setAsking(true)
    else onClose()
  }
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        leave()
      }}
      onKeyDown={event => onEscape(event, leave)}
      onMouseDown={event => {
        if (event.target === ref.current) leave()
      }}
      {...edits.watch}
    >
      <div className="inside">
        {bare ? null : <h2 dir="auto">{title}</h2>}
        {children}
      </div>
      {isAsking ? <DiscardChanges onDiscard={onClose} onClose={() => setAsking(false)} /> : null}
    </dialog>
  )
}

/** Closes the dialog before it leaves the document, because only then does the browser restore the focus. */
function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [ref])
}

/** Handled here, because browsers close a dialog at the second Escape without asking the page. */
function onEscape(event: KeyboardEvent, leave: () => void): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  leave()
}

/** Remembers the values before the first input. Values that load after the dialog opens are no changes. */
function useEdits(ref: RefObject<HTMLDialogElement | null>) {
  const before = useRef<string>(undefined)
  const isTouched = useRef(false)
  const remember = () => {
    if (!isTouched.current && ref.current) before.current = valuesOf(ref.current)
  }
  const touch = () => {
    isTouched.current = true
  }
  return {
    watch: { onKeyDownCapture: remember, onPointerDownCapture: remember, onInput: touch, onChange: touch },
    isChanged: () => isTouched.current && ref.current !== null && valuesOf(ref.current) !== before.current,
  }
}

function DiscardChanges({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const t = useTexts(designTexts)
  return (
    <Dialog title={t.discardTitle} onClose={onClose} asks={false}>
      <p>{t.discardHint}</p>
      <div className="row">
        <Button kind="primary" onClick={onClose}>
          {t.keepEditing}
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </Dialog>
  )
}
