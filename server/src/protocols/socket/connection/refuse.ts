// Refuses an upgrade with a plain HTTP response, in the form of every other error.
import type { Duplex } from 'node:stream'
import { answerRaw } from '../../rest/raw-answer.ts'

export const refuse = (socket: Duplex, status: 400 | 403 | 404 | 503, detail: string): void =>
  answerRaw(socket, status, detail)
