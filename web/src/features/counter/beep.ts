let context: AudioContext | undefined

/** Sounds notes one after another, each of 90 ms; silent where the browser allows no sound yet. */
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
    // The line on the screen says the same.
  }
}

/** A line was added. */
export const beepLine = () => sound(1760)

/** The code is unknown. */
export const beepUnknown = () => sound(330, 330)
