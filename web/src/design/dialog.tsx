import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../session/language.tsx'
import { Button } from './button.tsx'
import './forms/form-foot.css'
import { useEdits } from './leaving/use-edits.ts'
import { type Anchor, placeBeside } from './popover/anchor.ts'
import { addModal } from './popover/top-layer.tsx'
import { designTexts } from './texts.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Hides the title visually. Screen readers still announce it. */
  bare?: boolean
  /** Makes the dialog wide enough for two date fields side by side. */
  wide?: boolean
  /**
   * If false, closing does not ask, because the text is stored elsewhere or not worth keeping. Once it is true again,
   * only later changes count.
   */
  asks?: boolean
  /** If true, only the dialog's own buttons close it. Used for secrets that are shown once. */
  closesByButton?: boolean
  /** True if the URL opens the dialog, so that going back closes it. */
  inUrl?: boolean
  /** Makes the dialog a popover next to this area. Phones show it as a bottom sheet. */
  anchor?: Anchor | undefined
}

/**
 * Escape, a click on the backdrop and the Back button ask before they discard changes in a form. The dialog's own
 * buttons do not ask.
 */
export function Dialog(props: Props) {
  const { title, onClose, children, anchor, bare = false, wide = false, asks = true, inUrl = false } = props
  const isLocked = props.closesByButton ?? false
  const ref = useRef<HTMLDialogElement>(null)
  const edits = useEdits(ref, { asks, isLocked, stopsLinks: false, onBack: inUrl ? undefined : onClose })
  useModal(ref, anchor)
  const leave = () => edits.leave(onClose)
  return (
    <dialog
      ref={ref}
      className={anchor ? 'dialog popover' : wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        leave()
      }}
      onClose={() => {
        // If nothing in the dialog has focus, the browser closes it on a second Escape without asking the page.
        if (ref.current?.isConnected && !ref.current.open) {
          ref.current.showModal()
          leave()
        }
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
      {edits.pending ? (
        <DiscardChanges
          onDiscard={() => {
            onClose()
            if (edits.pending !== onClose) edits.pending?.()
          }}
          onClose={edits.stay}
        />
      ) : null}
    </dialog>
  )
}

/** Opens the dialog, and closes it before it leaves the document. Otherwise the browser would not restore focus. */
function useModal(ref: RefObject<HTMLDialogElement | null>, anchor: Anchor | undefined): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    if (anchor) placeBeside(dialog, anchor)
    const removeModal = addModal(dialog)
    return () => {
      removeModal()
      // A nested modal dialog would keep the page inert, so nothing outside could get focus.
      for (const inner of dialog.querySelectorAll('dialog')) inner.close()
      dialog.close()
    }
  }, [ref, anchor])
}

/** Leaves the dialog on Escape. Browsers would close it on the second Escape without asking the page. */
function onEscape(event: KeyboardEvent, leave: () => void): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  leave()
}

export function DiscardChanges({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const t = useTexts(designTexts)
  return (
    <Dialog title={t.discardTitle} onClose={onClose} asks={false}>
      <p>{t.discardHint}</p>
      <div className="row dialog-foot">
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
