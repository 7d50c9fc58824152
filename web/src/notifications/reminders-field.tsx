import type { Reminder } from '@daymark/contract/notifications/reminder'
import { useId } from 'react'
import { IconButton } from '../design/button.tsx'
import { localTimeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { choicesFor, keyOfReminder, MOST_REMINDERS, reminderWords } from './reminder-words.ts'
import { notificationTexts } from './texts.ts'
import './notifications.css'

interface Props {
  reminders: readonly Reminder[]
  onReminders: (reminders: Reminder[]) => void
  /** True if the item has a date but no time. */
  isDate?: boolean
  label?: string
}

export function RemindersField({ reminders, onReminders, isDate = false, label }: Props) {
  const t = useTexts(notificationTexts)
  const { language } = useLanguage()
  const wordsOf = (reminder: Reminder) => reminderWords(reminder, t, time => localTimeText(time, language))
  const id = useId()
  const known = new Set(reminders.map(keyOfReminder))
  const left = choicesFor(isDate).filter(choice => !known.has(keyOfReminder(choice)))
  return (
    <div className="field">
      <label htmlFor={id}>{label ?? t.reminders}</label>
      {reminders.length > 0 ? (
        <ul className="plain-list reminders">
          {reminders.map(reminder => (
            <li key={keyOfReminder(reminder)} className="reminder">
              <Icon name="bell" size={15} />
              <span>{wordsOf(reminder)}</span>
              <IconButton
                name={t.removeReminder(wordsOf(reminder))}
                onClick={() => onReminders(reminders.filter(each => each !== reminder))}
              >
                <Icon name="close" size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {reminders.length < MOST_REMINDERS ? (
        <select
          id={id}
          className="input"
          value=""
          onChange={event => {
            const chosen = left.find(choice => keyOfReminder(choice) === event.target.value)
            if (chosen) onReminders([...reminders, chosen])
          }}
        >
          <option value="">{t.addReminder}</option>
          {left.map(choice => (
            <option key={keyOfReminder(choice)} value={keyOfReminder(choice)}>
              {wordsOf(choice)}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  )
}
