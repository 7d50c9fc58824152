import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useSession } from '../../session/provider.tsx'
import { currentSubscription, isPushSupported, pushDevice } from '../../session/push-subscription.ts'
import { subscribe, unsubscribe } from './push-device.ts'
import { channelTexts } from './texts.ts'

const DEVICES = ['notifications', 'devices']

export function PushPanel() {
  const t = useTexts(channelTexts)
  const { client, account } = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const [fault, setFault] = useState<string>()
  const here = useQuery({
    queryKey: ['notifications', 'this-device'],
    queryFn: async () => ((await currentSubscription()) ? pushDevice() : null),
    staleTime: 0,
  })
  const devices = useQuery({ queryKey: DEVICES, queryFn: () => client.notifications.subscriptions() })
  const isOn = devices.data?.some(({ id }) => id === here.data) ?? false

  async function change(work: () => Promise<unknown>): Promise<void> {
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(messageOf(error) || t.pushFailed)
    }
    await queries.invalidateQueries({ queryKey: ['notifications'] })
  }
  const turnOn = () =>
    change(async () => {
      if ((await Notification.requestPermission()) !== 'granted') throw new Error(t.denied)
      await subscribe(client, account)
    })
  const remove = (id: string) =>
    change(async () => {
      await client.notifications.unsubscribe({ params: { subscription_id: id } })
      toast(t.remove)
    })

  return (
    <div className="field">
      <span className="label">{t.thisDevice}</span>
      {isPushSupported() ? (
        <>
          <span className="hint">{isOn ? t.pushIsOn : t.pushHint}</span>
          <Button
            className="plain-start"
            onClick={() => void (isOn ? change(() => unsubscribe(client)) : turnOn())}
          >
            {isOn ? t.pushOff : t.pushOn}
          </Button>
        </>
      ) : (
        <span className="hint">{t.unsupported}</span>
      )}
      {fault ? (
        <p className="fault" role="alert">
          {fault}
        </p>
      ) : null}
      {devices.data && devices.data.length > 0 ? (
        <ul className="plain-list stack" aria-label={t.devices}>
          {devices.data.map(({ id, device, endpoint_host }) => (
            <li key={id} className="row spread">
              <span>
                {device ?? t.unnamed} <span className="soft">{endpoint_host}</span>
              </span>
              <Button aria-label={t.removeOf(device ?? t.unnamed)} onClick={() => void remove(id)}>
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
