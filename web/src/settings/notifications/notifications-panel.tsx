import { CHANNELS } from '@daymark/contract/constants'
import type { Channel, NotificationSettings } from '@daymark/contract/notifications/notification'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/forms/field.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { RemindersField } from '../../notifications/reminders-field.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient, useSession } from '../../session/provider.tsx'
import { usePreferences, useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { ForgottenChoice, IdleChoice } from './forgotten-choice.tsx'
import { PushPanel } from './push-panel.tsx'
import { channelTexts } from './texts.ts'
import './notifications-panel.css'

const KINDS = ['reminder', 'meeting', 'timer', 'focus', 'webhook'] as const
const MAILS = ['off', 'single', 'digest'] as const
const QUIET = { start: '22:00', end: '07:00' }

export function NotificationsPanel() {
  const t = useTexts(channelTexts)
  const { shown } = usePreferences()
  const save = useSavePreferences()
  useShowPanel(shown !== undefined)
  if (!shown) return null
  const settings = shown.notifications ?? {}
  const set = (changes: NotificationSettings) => save({ notifications: { ...settings, ...changes } })
  return (
    <section className="card panel" aria-labelledby="notifications-title" id="notifications">
      <h2 id="notifications-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      <Switches settings={settings} set={set} />
      <MailChoice settings={settings} set={set} />
      <QuietChoice settings={settings} set={set} />
      <ForgottenChoice settings={settings} set={set} />
      <IdleChoice />
      <label className="row">
        <input
          type="checkbox"
          checked={settings.hide_titles ?? false}
          onChange={event => set({ hide_titles: event.target.checked })}
        />
        {t.hideTitles}
      </label>
      <RemindersField
        label={t.defaults}
        reminders={shown.default_reminders ?? []}
        onReminders={default_reminders => save({ default_reminders })}
      />
      <PushPanel />
      <Tests />
    </section>
  )
}

/**
 * Scrolls to this panel if the URL names it. Emails and notifications link to it, and it is far down the page on
 * phones.
 */
function useShowPanel(isShown: boolean): void {
  const [address] = useLocation()
  const isMeant = isShown && address.startsWith('/settings/notifications')
  useEffect(() => {
    if (isMeant) document.getElementById('notifications')?.scrollIntoView()
  }, [isMeant])
}

interface Part {
  settings: NotificationSettings
  set: (changes: NotificationSettings) => void
}

function Switches({ settings, set }: Part) {
  const t = useTexts(channelTexts)
  const { kinds = {} } = settings
  return (
    <div className="switches-scroll">
      <table className="switches">
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            {CHANNELS.map(channel => (
              <th key={channel} scope="col">
                {t.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map(kind => (
            <tr key={kind}>
              <th scope="row">{t.kinds[kind]}</th>
              {CHANNELS.map(channel => (
                <td key={channel}>
                  <input
                    type="checkbox"
                    aria-label={t.switchOf(t.kinds[kind], t.channels[channel])}
                    disabled={channel === 'email' && (settings.email ?? 'off') === 'off'}
                    checked={
                      (kinds[kind]?.[channel] ?? !(kind === 'focus' && channel === 'email')) &&
                      !(channel === 'email' && (settings.email ?? 'off') === 'off')
                    }
                    onChange={event =>
                      set({
                        kinds: { ...kinds, [kind]: { ...kinds[kind], [channel]: event.target.checked } },
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MailChoice({ settings: { email = 'off', digest_time = '08:00' }, set }: Part) {
  const t = useTexts(channelTexts)
  const hasMail = useSession().info.sends_mail !== false
  return (
    <>
      <Field label={t.mail}>
        {field => (
          <select
            {...field}
            className="input"
            value={email}
            onChange={event => set({ email: MAILS.find(each => each === event.target.value) ?? 'off' })}
          >
            {MAILS.map(each => (
              <option key={each} value={each}>
                {t.mails[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasMail ? null : <p className="soft">{t.noMail}</p>}
      {email === 'digest' ? (
        <TimeField label={t.digestTime} value={digest_time} onValue={value => set({ digest_time: value })} />
      ) : null}
    </>
  )
}

function QuietChoice({ settings: { quiet_hours }, set }: Part) {
  const t = useTexts(channelTexts)
  return (
    <div className="field">
      <label className="row">
        <input
          type="checkbox"
          checked={Boolean(quiet_hours)}
          onChange={event => set({ quiet_hours: event.target.checked ? QUIET : null })}
        />
        {t.quiet}
      </label>
      <span className="hint">{t.quietOn}</span>
      {quiet_hours ? (
        <div className="row">
          <TimeField
            label={t.from}
            value={quiet_hours.start}
            onValue={start => set({ quiet_hours: { ...quiet_hours, start } })}
          />
          <TimeField
            label={t.to}
            value={quiet_hours.end}
            onValue={end => set({ quiet_hours: { ...quiet_hours, end } })}
          />
        </div>
      ) : null}
    </div>
  )
}

function TimeField(props: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <Field label={props.label}>
      {field => (
        <input
          {...field}
          type="time"
          className="input"
          value={props.value}
          onChange={event => (event.target.value === '' ? undefined : props.onValue(event.target.value))}
        />
      )}
    </Field>
  )
}

/** The error of a test stays visible until the next test. */
function Tests() {
  const t = useTexts(channelTexts)
  const client = useClient()
  const toast = useToast()
  const [fault, setFault] = useState<string>()
  async function test(channel: Channel): Promise<void> {
    setFault(undefined)
    try {
      const { detail } = await client.notifications.test({ body: { channel } })
      if (detail === null) toast(t.sent(t.channels[channel]))
      else setFault(detail)
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  return (
    <div className="field">
      <span className="label">{t.test}</span>
      <div className="row">
        {CHANNELS.map(channel => (
          <Button key={channel} onClick={() => void test(channel)}>
            {t.testOf(t.channels[channel])}
          </Button>
        ))}
      </div>
      {fault ? (
        <p className="fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
