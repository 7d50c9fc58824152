import type { Chapter } from '../step.ts'

const one = { notification_id: '{{notification_id}}' }

export const notifications: Chapter = {
  title: 'Notifications',
  about: 'Ann tests the channels, reads and snoozes a notification, and adds a device for push messages.',
  steps: [
    { route: 'notifications.test', body: { channel: 'app' } },
    {
      route: 'notifications.list',
      keep: { notification_id: '0.id' },
    },
    {
      route: 'notifications.update',
      params: one,
      body: { read: true },
      faults: [{ status: 422, body: { read: 'yes' } }],
    },
    {
      route: 'notifications.snooze',
      params: one,
      body: { minutes: 10 },
    },
    { route: 'notifications.readAll' },
    { route: 'notifications.pushKey' },
    {
      route: 'notifications.subscribe',
      body: {
        endpoint: 'https://push.example.net/send/f1o5',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        device: 'Phone',
      },
      keep: { subscription_id: 'id' },
    },
    { route: 'notifications.subscriptions' },
    {
      route: 'notifications.unsubscribe',
      params: { subscription_id: '{{subscription_id}}' },
    },
  ],
}
