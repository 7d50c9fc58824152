// Asks for confirmation before an action that cannot be undone.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  action: string
  cancel: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function Confirm({ title, action, cancel, onConfirm, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="row">
        <Button
          kind="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  )
}
