// Renders the completed todos only while the section is open.
import type { ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { todoTexts } from './texts.ts'

interface Props {
  count: number
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

export function Completed({ count, isOpen, onToggle, children }: Props) {
  const t = useTexts(todoTexts)
  return (
    <section className="stack completed" aria-label={t.completed}>
      <h2>
        <Button kind="quiet" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={15} /> {t.completed}{' '}
          <span className="soft">{count}</span>
        </Button>
      </h2>
      {isOpen ? children : null}
    </section>
  )
}
