import { CidrList } from '../../src/platform/client-address/cidr.ts'
import { type Outbound, type OutboundOptions, openOutbound } from '../../src/platform/outbound/outbound.ts'
import type { OutboundPolicy } from '../../src/platform/outbound/outbound-url.ts'

/** Opens a door to servers on this machine. */
export function localOutbound(
  options: OutboundOptions = {},
  changed: Partial<OutboundPolicy> = {},
): Outbound {
  const allowedNetworks = new CidrList()
  allowedNetworks.add('127.0.0.0/8')
  const own = { origin: () => undefined, listening: () => undefined }
  return openOutbound({ allowHttp: true, allowedNetworks, allowedPorts: [], own, ...changed }, options)
}
