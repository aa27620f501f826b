let context: AudioContext | undefined

/** Plays tones of 90 ms one after the other; silent while the browser blocks sound. */
function sound(...frequencies: number[]): void {
  try {
    context ??= new AudioContext()
    for (const [index, frequency] of frequencies.entries()) {
      const note = context.createOscillator()
      const volume = context.createGain()
      volume.gain.value = 0.15
      note.frequency.value = frequency
      note.connect(volume).connect(context.destination)
      const start = context.currentTime + index * 0.14
      note.start(start)
      note.stop(start + 0.09)
    }
  } catch {
    // Silence is acceptable: the screen shows the line, too.
  }
}

/** Signals that a line was added. */
export const beepLine = () => sound(1760)

/** Signals an unknown code. */
export const beepUnknown = () => sound(330, 330)
