import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { alertsQuery } from '@/features/settings/staff-api'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { onlyHere } from '@/lib/tab-lock'

/** Whether new orders sound the alarm on this device, and whether the browser blocks sound until a user gesture. */
type AlarmSound = { on: boolean; blocked: boolean }
/** The stored state; `on` is undefined until the user has switched the sound on this device. */
type DeviceSound = { on: boolean | undefined; blocked: boolean }

const UNSET: DeviceSound = { on: undefined, blocked: false }
/** Three rising notes; frequencies in hertz. */
const NOTES = [784, 988, 1319]
const NOTE_SECONDS = 0.22
const RESUME_TIMEOUT_MS = 500
const MAX_PLAY_MS = 5_000
const LOCK = 'kirana-alarm'

let sound: DeviceSound | undefined
let audio: AudioContext | undefined
const listeners = new Set<() => void>()

function readSound(): DeviceSound {
  const choice = readChoice('sound')
  sound ??= { on: choice ? choice === 'on' : undefined, blocked: false }
  return sound
}

function change(next: Partial<DeviceSound>): void {
  sound = { ...readSound(), ...next }
  for (const listener of listeners) listener()
}

function context(): AudioContext {
  if (!audio) {
    audio = new AudioContext()
    audio.addEventListener('statechange', () => change({ blocked: audio?.state !== 'running' }))
    // A user gesture lets the browser play sound.
    for (const press of ['pointerdown', 'keydown']) document.addEventListener(press, resume)
  }
  return audio
}

function resume(): void {
  if (audio?.state === 'suspended') void audio.resume()
}

/** Switches the sound on or off and saves that on this device. Call it from a user gesture. */
export function setSound(on: boolean): void {
  saveChoice('sound', on ? 'on' : 'off', '/')
  change({ on, blocked: false })
  if (on) void checkSound()
}

/** Reports whether the browser allows sound; without a user gesture on this page most block it. */
export async function checkSound(): Promise<boolean> {
  const target = context()
  if (target.state !== 'running')
    await Promise.race([target.resume(), new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS))])
  const blocked = target.state !== 'running'
  change({ blocked })
  return !blocked
}

/**
 * Plays the three notes, in one tab at a time. Resolves to whether the browser allows the sound; if not, only
 * the state changes.
 */
export async function ring(): Promise<boolean> {
  if (!(await checkSound())) return false
  await onlyHere(LOCK, () => play(context()))
  return true
}

/** Resolves when the last note has ended. It waits for the audio's own event, since timers of a hidden page are delayed. */
async function play(target: AudioContext): Promise<void> {
  let last: OscillatorNode | undefined
  for (const [index, frequency] of NOTES.entries()) {
    const start = target.currentTime + index * NOTE_SECONDS
    const note = new OscillatorNode(target, { type: 'triangle', frequency })
    const volume = new GainNode(target, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.5, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 1.6)
    note.connect(volume).connect(target.destination)
    note.start(start)
    note.stop(start + NOTE_SECONDS * 1.6)
    last = note
  }
  await new Promise((resolve) => {
    last?.addEventListener('ended', resolve)
    // The browser may suspend the sound midway: resolve anyway, so that other tabs can play.
    setTimeout(resolve, MAX_PLAY_MS)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns this device's sound state: as the user has switched it here, else the shop's setting. */
export function useAlarmSound(): AlarmSound {
  const { on, blocked } = useSyncExternalStore(subscribe, readSound, () => UNSET)
  const { data: alerts } = useQuery(alertsQuery)
  return { on: on ?? alerts?.sound ?? false, blocked }
}
