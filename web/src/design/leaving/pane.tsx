// A pane is not modal, so the page next to it stays usable.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../session/language.tsx'
import { IconButton } from '../button.tsx'
import { DiscardChanges } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import { designTexts } from '../texts.ts'
import './pane.css'
import { useEdits } from './use-edits.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Escape, the Close button and leaving the page ask before they discard changes. */
export function Pane({ title, onClose, children }: Props) {
  const t = useTexts(designTexts)
  const ref = useRef<HTMLElement>(null)
  const edits = useEdits(ref, { asks: true, stopsLinks: true })
  useFocusInside(ref)
  const close = () => edits.leave(onClose)
  return (
    <section
      ref={ref}
      role="dialog"
      aria-label={title}
      className="card pane"
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      {...edits.watch}
    >
      <div className="row pane-head">
        <h2 className="grow" dir="auto">
          {title}
        </h2>
        <IconButton name={t.close} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
      {edits.pending ? (
        <DiscardChanges
          onDiscard={() => {
            onClose()
            if (edits.pending !== onClose) edits.pending?.()
          }}
          onClose={edits.stay}
        />
      ) : null}
    </section>
  )
}

/** Focuses the first control of the form. When the pane closes with the focus inside, restores the previous focus. */
function useFocusInside(ref: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pane = ref.current
    const from = document.activeElement
    pane
      ?.querySelector<HTMLElement>('form :is(input, textarea, select, button)')
      ?.focus({ preventScroll: true })
    return () => {
      const isInside = pane?.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && from instanceof HTMLElement) from.focus({ preventScroll: true })
    }
  }, [ref])
}
