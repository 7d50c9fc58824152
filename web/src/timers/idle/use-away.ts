// Detects when the user returns after a period without input in this app or, if permitted, on this computer.
import { useEffect, useRef } from 'react'
import { readPreference, useStored, writePreference } from '../../session/storage/preferences.ts'
import { AWAY_MS, type Away, awayUntil } from './away.ts'

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** All windows of a browser share the time of the last input. Each window writes it at most this often. */
const SHARE_MS = 10_000

interface IdleDetector extends EventTarget {
  readonly userState: 'active' | 'idle' | null
  start(options: { threshold: number; signal: AbortSignal }): Promise<void>
}
interface IdleDetectorClass {
  new (): IdleDetector
  requestPermission(): Promise<'granted' | 'denied'>
}

const detectorClass = (): IdleDetectorClass | undefined =>
  (globalThis as { IdleDetector?: IdleDetectorClass }).IdleDetector

export const canDetectIdle = (): boolean => detectorClass() !== undefined
export const detectsIdle = (): boolean => readPreference('idle-detection') === 'on'

/** Asks the browser for permission, so call it in a click handler. Returns true if idle detection is on afterwards. */
export async function setIdleDetection(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && (await detectorClass()?.requestPermission()) === 'granted'
  writePreference('idle-detection', isAllowed ? 'on' : undefined)
  return isAllowed
}

/** Calls `onReturn` once per absence. */
export function useAway(onReturn: (away: Away) => void): void {
  const latest = useRef(onReturn)
  latest.current = onReturn
  const isDetecting = useStored(detectsIdle)
  useEffect(() => {
    const ends = new AbortController()
    const { signal } = ends
    void (async () => {
      // Prefers the browser's idle detection, because the user may be working in another program.
      if (isDetecting && (await followComputer(away => latest.current(away), signal))) return
      if (!signal.aborted) followPage(away => latest.current(away), signal)
    })()
    return () => ends.abort()
  }, [isDetecting])
}

function followPage(returned: (away: Away) => void, signal: AbortSignal): void {
  let last = Date.now()
  let shared = 0
  const onInput = () => {
    const now = Date.now()
    const away = awayUntil(Math.max(last, Number(readPreference('last-input') ?? 0)), now)
    last = now
    if (now - shared > SHARE_MS) {
      shared = now
      writePreference('last-input', String(now))
    }
    if (away) returned(away)
  }
  for (const name of INPUTS) addEventListener(name, onInput, { signal, passive: true, capture: true })
}

/** Returns false if the browser does not support or allow idle detection. */
async function followComputer(returned: (away: Away) => void, signal: AbortSignal): Promise<boolean> {
  const Detector = detectorClass()
  if (!Detector) return false
  const detector = new Detector()
  let idleSince: number | undefined
  detector.addEventListener(
    'change',
    () => {
      if (detector.userState === 'idle') idleSince ??= Date.now() - AWAY_MS
      else if (idleSince !== undefined) {
        returned({ from: idleSince, to: Date.now() })
        idleSince = undefined
      }
    },
    { signal },
  )
  try {
    await detector.start({ threshold: AWAY_MS, signal })
    return true
  } catch {
    return false
  }
}
