// A modal dialogue on the browser's own <dialog>: focus, Escape and the backdrop are its work.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Visually hidden title, for dialogues that speak for themselves. */
  bare?: boolean
}

export function Dialog({ title, onClose, children, bare = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  // Before the dialog leaves the document: only then does closing it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
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
