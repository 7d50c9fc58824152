// Computes the hardware for a number of users from measured costs and assumed usage.

/** In microseconds of CPU time. */
export interface Cost {
  server: number
  postgres: number
  redis: number
}

export interface Measured {
  get: Cost
  list: Cost
  write: Cost
  message: Cost
  /** In bytes, like the next three figures. `thing` is disk space, and the others are memory. */
  instance: number
  socket: number
  thing: number
  limits: number
}

/** Usage at the busiest time. Replace these figures with your own. */
export const ASSUMED = {
  online: 0.1,
  devices: 1.5,
  requestsPerMinute: 6,
  gets: 0.4,
  lists: 0.4,
  writes: 0.2,
  messagesPerMinute: 0.5,
  things: 1000,
  /** The target utilization of a core, low enough that requests do not queue. */
  busy: 0.5,
  mostSocketsPerInstance: 10_000,
  pool: 10,
}

export interface Size {
  people: number
  requests: number
  sockets: number
  instances: number
  memory: number
  postgresCores: number
  connections: number
  disk: number
  redisCores: number
  redisMemory: number
}

const MICRO = 1_000_000

export function sizeFor(people: number, measured: Measured): Size {
  const online = people * ASSUMED.online
  const requests = (online * ASSUMED.requestsPerMinute) / 60
  const messages = (online * ASSUMED.messagesPerMinute) / 60
  const sockets = online * ASSUMED.devices
  const cores = (of: keyof Cost) => {
    const { get, list, write, message } = measured
    const request = ASSUMED.gets * get[of] + ASSUMED.lists * list[of] + ASSUMED.writes * write[of]
    return (requests * request + messages * message[of]) / MICRO / ASSUMED.busy
  }
  const instances = Math.max(
    1,
    Math.ceil(cores('server')),
    Math.ceil(sockets / ASSUMED.mostSocketsPerInstance),
  )
  return {
    people,
    requests,
    sockets,
    instances,
    memory: measured.instance + (sockets / instances) * measured.socket,
    postgresCores: cores('postgres'),
    connections: instances * ASSUMED.pool,
    disk: people * ASSUMED.things * measured.thing,
    redisCores: cores('redis'),
    redisMemory: online * measured.limits,
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const cores = (value: number) => (value < 0.1 ? '< 0.1' : value.toFixed(1))

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(1, value)) / Math.log(1024))),
  )
  const shown = value / 1024 ** unit
  return `${shown < 10 && unit > 0 ? shown.toFixed(1) : shown.toFixed(0)} ${units[unit]}`
}

export function sizingTable(measured: Measured, communities: readonly number[]): string {
  const rows = communities.map(people => {
    const size = sizeFor(people, measured)
    return [
      whole(size.people),
      size.requests < 10 ? size.requests.toFixed(1) : whole(size.requests),
      whole(size.sockets),
      `${size.instances} × 1 core, ${bytes(size.memory)}`,
      `${cores(size.postgresCores)} cores, ${size.connections} connections, ${bytes(size.disk)}`,
      `${cores(size.redisCores)} cores, ${bytes(size.redisMemory)}`,
    ].join(' | ')
  })
  return [
    '| people | requests/s at peak | sockets | instances | PostgreSQL | Redis |',
    '|---|---|---|---|---|---|',
    ...rows.map(row => `| ${row} |`),
  ].join('\n')
}
