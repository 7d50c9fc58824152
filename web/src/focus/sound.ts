// Plays a short tone when a phase changes. Users can turn it off on each device.
import { readPreference, writePreference } from '../session/storage/preferences.ts'

export const isSoundOn = (): boolean => readPreference('focus-sound') !== 'off'

export const setSound = (isOn: boolean): void => writePreference('focus-sound', isOn ? undefined : 'off')

const TONES = { work: [660, 880], break: [880, 660] }

/** Never throws. Browsers may block sound, for example before the user's first click. */
export function playTone(phase: keyof typeof TONES): void {
  if (!isSoundOn()) return
  try {
    const context = new AudioContext()
    for (const [index, frequency] of TONES[phase].entries()) {
      const start = context.currentTime + index * 0.28
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(0.0001, start)
      volume.gain.exponentialRampToValueAtTime(0.2, start + 0.03)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.26)
      tone.connect(volume).connect(context.destination)
      tone.start(start)
      tone.stop(start + 0.3)
      if (index > 0) tone.onended = () => void context.close()
    }
  } catch {
    // The browser does not support or allow sound.
  }
}
