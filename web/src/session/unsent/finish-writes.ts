// Sends what an earlier page could not send any more, as soon as its person is back and there is a connection.
import { call } from '@daymark/client/call'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../provider.tsx'
import { inTurn } from '../sign-out.ts'
import { sendLastWrites } from './last-writes.ts'

export function FinishWrites() {
  const { account, connection } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    const finish = async () => {
      const done = await inTurn('daymark.last-writes', () =>
        sendLastWrites(account, ({ method, path, body }) =>
          call(connection, { method, path }, body === undefined ? {} : { body: JSON.parse(body) }),
        ),
      )
      if (done > 0) await queries.invalidateQueries()
    }
    const start = () => void finish().catch(() => {})
    start()
    addEventListener('online', start)
    addEventListener('pageshow', start)
    return () => {
      removeEventListener('online', start)
      removeEventListener('pageshow', start)
    }
  }, [account, connection, queries])
  return null
}
