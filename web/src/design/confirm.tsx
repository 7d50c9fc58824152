// Asks before a destructive action. The safe answer comes first, and gets focus unless the content has a field.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import './forms/form-foot.css'

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
    <Dialog title={title} onClose={onClose} asks={false}>
      {children}
      <div className="row dialog-foot">
        <Button onClick={onClose}>{cancel}</Button>
        <Button
          kind="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
