// Estimates the current time on the server's clock, even while disconnected.

/** A device's clocks, in milliseconds. Tests pass their own. */
export interface DeviceClocks {
  /** The wall clock, which the user or the network may change. */
  wall(): number
  /** The monotonic clock, which is never changed but may stop while the device sleeps. */
  steady(): number
}

export const deviceClocks: DeviceClocks = { wall: () => Date.now(), steady: () => performance.now() }

/** If the two clocks have drifted further apart than this, the device slept or its wall clock was changed. */
const MAX_DRIFT_MS = 1_000

export class ServerClock {
  readonly #device: DeviceClocks
  /** The offset from each device clock to the server's time; undefined before the first message. */
  #offsets: { wall: number; steady: number } | undefined

  constructor(device: DeviceClocks = deviceClocks) {
    this.#device = device
  }

  /** Call this with the server's time as soon as it arrives. */
  set(serverMs: number): void {
    this.#offsets = { wall: serverMs - this.#device.wall(), steady: serverMs - this.#device.steady() }
  }

  get isKnown(): boolean {
    return this.#offsets !== undefined
  }

  /**
   * True if the server's time is known and, since it arrived, the device has not slept and its clock was not changed.
   */
  get isSteady(): boolean {
    const { wall, steady } = this.#readings()
    return this.isKnown && Math.abs(wall - steady) < MAX_DRIFT_MS
  }

  /**
   * Returns the estimated time on the server's clock. Uses the device clock that gives the later time, because sleep
   * stops the monotonic clock, and the wall clock can be set back.
   */
  now(): number {
    const { wall, steady } = this.#readings()
    return Math.max(wall, steady)
  }

  deviceNow(): number {
    return this.#device.wall()
  }

  /**
   * Converts a time on the device's wall clock to the server's clock. Returns it unchanged if the server's time is
   * unknown.
   */
  correct(deviceMs: number): number {
    return deviceMs + (this.#offsets?.wall ?? 0)
  }

  #readings(): { wall: number; steady: number } {
    const wall = this.#device.wall()
    if (!this.#offsets) return { wall, steady: wall }
    return { wall: wall + this.#offsets.wall, steady: this.#device.steady() + this.#offsets.steady }
  }
}
