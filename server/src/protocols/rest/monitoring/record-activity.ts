// Records requests as activity. A long time without activity is one sign of a forgotten timer.
import type { FastifyInstance } from 'fastify'
import type { Presence } from '../../../features/notifications/forgotten/presence.ts'

const SAVE_MS = 60_000

export function recordActivity(app: FastifyInstance, presence: Presence): void {
  // Runs after `identify`, which sets the session.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.session) presence.noteActivity(request.session.actor.id)
    done()
  })
  // If saving fails, the next call tries again.
  const save = () => presence.save().catch(() => {})
  const saving = setInterval(save, SAVE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(saving)
    await save()
  })
}
