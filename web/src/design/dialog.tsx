// A modal dialog based on <dialog>, which handles focus, Escape and the backdrop.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Hides the visible title. Screen readers still announce it. */
  bare?: boolean
  /** Makes the dialog wide enough for two dates side by side. */
  wide?: boolean
}

export function Dialog({ title, onClose, children, bare = false, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  // Closes the dialog before it leaves the document, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={event => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className="inside">
        {bare ? null : <h2 dir="auto">{title}</h2>}
        {children}
      </div>
    </dialog>
  )
}
