import type { Schedule } from '@daymark/contract/planning/schedule'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import type { Anchor } from '../../design/popover/anchor.ts'
import '../../design/popover/popover.css'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { chipStyle } from '../../tags/chip-style.ts'
import { entryTexts } from '../dialog/entry-texts.ts'
import { ScopeDialog } from '../dialog/scope-dialog.tsx'
import { useStartEntry } from '../dialog/use-start-entry.ts'
import { isOccurrence } from '../entries/address.ts'
import { useEntryChanges } from '../entries/changes.ts'
import { entrySpan } from '../entries/span.ts'
import './popover.css'
import { Repetition } from './repetition.tsx'
import { TextFacts } from './text-facts.tsx'
import { popoverTexts } from './texts.ts'
import { whenText } from './when-text.ts'

interface Props {
  entry: Schedule
  anchor: Anchor
  onMore: () => void
  onClose: () => void
}

export function EntryPopover({ entry, anchor, onMore, onClose }: Props) {
  const t = useTexts(entryTexts)
  const words = useTexts(popoverTexts)
  const { change, remove } = useEntryChanges()
  const start = useStartEntry()
  const [isDeleting, setDeleting] = useState(false)
  const isDone = entry.state === 'COMPLETED'
  const after = (work: () => void) => () => {
    work()
    onClose()
  }
  return (
    <>
      <Dialog title={entry.title} onClose={onClose} anchor={anchor}>
        <EntryFacts entry={entry} />
        <div className="row entry-popover-foot">
          <Button kind="primary" onClick={onMore}>
            {words.moreOptions}
          </Button>
          <span className="row entry-popover-quick">
            <IconButton name={t.startTimer} onClick={after(() => start(entry))}>
              <Icon name="play" />
            </IconButton>
            <IconButton
              name={isDone ? words.markPlanned : words.markDone}
              aria-pressed={isDone}
              onClick={after(() => change(entry, { state: isDone ? 'PLANNED' : 'COMPLETED' }, 'this'))}
            >
              <Icon name="check" />
            </IconButton>
            <IconButton
              name={t.delete}
              onClick={isOccurrence(entry) ? () => setDeleting(true) : after(() => remove(entry))}
            >
              <Icon name="trash" />
            </IconButton>
          </span>
        </div>
      </Dialog>
      {isDeleting ? (
        <ScopeDialog
          what="delete"
          onChoose={applyTo => after(() => remove(entry, applyTo))()}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  )
}

export function EntryFacts({ entry }: { entry: Schedule }) {
  const words = useTexts(popoverTexts)
  const { language } = useLanguage()
  return (
    <div className="stack entry-popover-facts">
      <p className="row entry-popover-when">
        <Icon name="timers" size={16} /> {whenText(entrySpan(entry, timezone()), language)}
      </p>
      {entry.parent_id === null ? null : (
        <p className="row soft">
          <Icon name="repeat" size={16} /> {/* The series of a subscribed calendar cannot be loaded. */}
          {entry.subscription_id === undefined ? <Repetition seriesId={entry.parent_id} /> : words.repeats}
        </p>
      )}
      {entry.source_todo_id === null || entry.is_shared ? null : (
        <p className="row soft">
          <Icon name="todos" size={16} /> {words.linked}
        </p>
      )}
      <TextFacts entry={entry} className="entry-popover-text" />
      {entry.tags.length > 0 ? (
        <div className="row">
          {entry.tags.map(tag => (
            <span key={tag.id} className="chip" style={chipStyle(tag.color)}>
              <bdi>{tag.name}</bdi>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  )
}
