// Available at /design, on the development server only.
import { type ReactNode, useEffect, useState } from 'react'
import { Boundary } from '../boundary.tsx'
import { Button, IconButton } from '../button.tsx'
import { Confirm } from '../confirm.tsx'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import { JobProgress } from '../job-progress.tsx'
import { moveRemovedFocus } from '../rendering/removed-focus.ts'
import { Empty, Failure, Skeleton } from '../states.tsx'
import { ToastProvider, useToast } from '../toast.tsx'
import { FormPieces } from './forms.tsx'
import './gallery.css'

const THEMES = ['light', 'dark'] as const

/** Renders each theme in its own frame, because a theme applies to the whole document. */
export default function Gallery() {
  const theme = new URLSearchParams(location.search).get('theme')
  useEffect(moveRemovedFocus, [])
  if (theme === null) {
    return (
      <div className="gallery-frames">
        {THEMES.map(each => (
          <iframe key={each} title={each} src={`/design?theme=${each}`} />
        ))}
      </div>
    )
  }
  document.documentElement.dataset['theme'] = theme
  return (
    <ToastProvider>
      <main className="gallery">
        <h1>Components</h1>
        <Piece name="Buttons">
          <Buttons />
        </Piece>
        <Piece name="Forms">
          <FormPieces />
        </Piece>
        <Piece name="Dialogs">
          <Dialogs />
        </Piece>
        <Piece name="Messages">
          <Messages />
        </Piece>
        <Piece name="Lists">
          <List />
        </Piece>
        <Piece name="States">
          <States />
        </Piece>
      </main>
    </ToastProvider>
  )
}

const Piece = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="card panel" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)

function Buttons() {
  const [presses, setPresses] = useState(0)
  const [isSending, setSending] = useState(false)
  return (
    <div className="row">
      <Button onClick={() => setSending(false)}>Plain</Button>
      <Button kind="primary">Primary</Button>
      <Button kind="danger">Danger</Button>
      <Button kind="quiet">Quiet</Button>
      <Button disabled>Disabled</Button>
      <Button
        disabled={isSending}
        onClick={() => {
          setSending(true)
          setPresses(presses + 1)
        }}
      >
        Send
      </Button>
      <output>Sent {presses} times</output>
      <IconButton name="Add">
        <Icon name="plus" />
      </IconButton>
    </div>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const [deleted, setDeleted] = useState(0)
  const close = () => setOpen(undefined)
  return (
    <div className="row">
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Delete item</Button>
      <output>Deleted {deleted} times</output>
      {open === 'dialog' ? (
        <Dialog title="Dialog" onClose={close}>
          <input className="input" aria-label="Inside" />
          <Button onClick={close}>Close</Button>
        </Dialog>
      ) : null}
      {open === 'confirm' ? (
        <Confirm
          title="Delete this item?"
          action="Delete"
          cancel="Keep"
          onConfirm={() => setDeleted(deleted + 1)}
          onClose={close}
        >
          <p>This cannot be undone.</p>
        </Confirm>
      ) : null}
    </div>
  )
}

function Messages() {
  const show = useToast()
  const [undone, setUndone] = useState(0)
  const [retries, setRetries] = useState(0)
  return (
    <div className="stack">
      <div className="row">
        <Button onClick={() => show('Saved')}>Show message</Button>
        <Button onClick={() => show('Item deleted', { name: 'Undo', run: () => setUndone(undone + 1) })}>
          Show message with action
        </Button>
        <output>Undone {undone} times</output>
      </div>
      <Failure
        error={new Error('The server cannot be reached.')}
        retry={() => setRetries(retries + 1)}
        again={`Try again (${retries})`}
      />
      <p className="notice">A notice</p>
      <p className="notice calm">A calm notice</p>
    </div>
  )
}

function List() {
  const [items, setItems] = useState(['First', 'Second'])
  return (
    <>
      <ul className="plain-list">
        {items.map(each => (
          <li key={each} className="row item">
            <span className="grow">{each} item</span>
            <span className="chip">Tag</span>
            <IconButton name={`Delete ${each}`}>
              <Icon name="trash" />
            </IconButton>
          </li>
        ))}
      </ul>
      {items.length === 2 ? <Button onClick={() => setItems([...items, 'Third'])}>Show more</Button> : null}
    </>
  )
}

function States() {
  const [isBroken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const repair = () => {
    setBroken(false)
    setAttempt(attempt + 1)
  }
  return (
    <div className="stack">
      <Skeleton lines={2} />
      <JobProgress label="Progress of the import" progress={0.42} stop={() => Promise.resolve()} />
      <Empty title="Nothing here yet">
        <p>An empty state says what the page is for.</p>
        <Button kind="primary">First action</Button>
      </Empty>
      <Boundary
        resetKey={String(attempt)}
        fallback={
          <p role="alert">
            This part has failed. <Button onClick={repair}>Repair</Button>
          </p>
        }
      >
        {isBroken ? <Broken /> : <Button onClick={() => setBroken(true)}>Break this part</Button>}
      </Boundary>
    </div>
  )
}

function Broken(): ReactNode {
  throw new Error('broken on purpose')
}
