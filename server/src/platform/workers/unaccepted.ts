// When a worker ends, passes the connections that it had not accepted to other workers. `node:cluster` would keep them
// open forever, because it waits for the ended worker's answer.
import type { Worker } from 'node:cluster'

/** A message of `node:cluster`, in either direction. */
interface ClusterMessage {
  cmd?: unknown
  /** `newconn` offers a connection to a worker, which answers with `ack`. */
  act?: unknown
  seq?: number
  ack?: number
}

export function passOnUnaccepted(worker: Worker): void {
  const offered = new Set<number>()
  const { process } = worker
  const send = process.send.bind(process) as (...given: unknown[]) => boolean
  process.send = (...given: unknown[]): boolean => {
    const { cmd, act, seq } = given[0] as ClusterMessage
    if (cmd === 'NODE_CLUSTER' && act === 'newconn' && seq !== undefined) offered.add(seq)
    return send(...given)
  }
  process.on('internalMessage' as 'message', message => {
    const { ack } = message as ClusterMessage
    if (ack !== undefined) offered.delete(ack)
  })
  // After a worker has exited, the cluster offers it no more connections.
  worker.once('exit', () => {
    for (const ack of offered)
      process.emit('internalMessage' as 'message', { cmd: 'NODE_CLUSTER', ack, accepted: false }, undefined)
  })
}
