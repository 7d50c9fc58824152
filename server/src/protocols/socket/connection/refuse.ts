import type { Duplex } from 'node:stream'
import { answerRaw } from '../../rest/raw-answer.ts'

export const refuse = (socket: Duplex, status: 400 | 403 | 404 | 421 | 503, detail: string): void =>
  answerRaw(socket, status, detail)
