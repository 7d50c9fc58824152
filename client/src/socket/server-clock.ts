// The server's clock as this client last knew it, even while disconnected.

/** The clocks of a device, in milliseconds; tests pass their own. */
export interface DeviceClocks {
  /** The time of day. A person or the network may set it. */
  wall(): number
  /** Runs evenly and is never set, but may stand still while the device sleeps. */
  steady(): number
}

export const deviceClocks: DeviceClocks = { wall: () => Date.now(), steady: () => performance.now() }

/** A larger difference between the two clocks means that the device slept or that its clock was set. */
const MAX_DRIFT_MS = 1_000

export class ServerClock {
  readonly #device: DeviceClocks
  /** The correction of the device's clocks; undefined before the first message of the server. */
  #offsets: { wall: number; steady: number } | undefined

  constructor(device: DeviceClocks = deviceClocks) {
    this.#device = device
  }

  /** Call it with the server's time at the moment when it arrives. */
  set(serverMs: number): void {
    this.#offsets = { wall: serverMs - this.#device.wall(), steady: serverMs - this.#device.steady() }
  }

  get isKnown(): boolean {
    return this.#offsets !== undefined
  }

  /** Whether the device has neither slept nor been set since the server's time arrived. */
  get isSteady(): boolean {
    const { wall, steady } = this.#readings()
    return this.isKnown && Math.abs(wall - steady) < MAX_DRIFT_MS
  }

  /** After a sleep the steady clock is behind, after being set back the other one: the later of them is right. */
  now(): number {
    const { wall, steady } = this.#readings()
    return Math.max(wall, steady)
  }

  deviceNow(): number {
    return this.#device.wall()
  }

  /** A moment that was read from the device's clock before the server's was known. */
  correct(deviceMs: number): number {
    return deviceMs + (this.#offsets?.wall ?? 0)
  }

  #readings(): { wall: number; steady: number } {
    const wall = this.#device.wall()
    if (!this.#offsets) return { wall, steady: wall }
    return { wall: wall + this.#offsets.wall, steady: this.#device.steady() + this.#offsets.steady }
  }
}
