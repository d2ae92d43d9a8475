/* The sounds of a game, each made from a few tones, so that no sound files are needed, and how the device vibrates with
 * them. Loaded with the first sound. The page's Python says which sounds to play, in order; whether they are heard and felt
 * are two settings. */

/* The parts of each sound. `wave` is that of an oscillator, or "noise" filtered around `from`. `from` and `to` are the
 * frequencies in hertz at the start and the end, `at` and `lasts` its start and length in seconds, `loud` is 0 to 1. */
const SOUNDS = {
  // A wooden man on a wooden board.
  place: [
    { wave: "noise", from: 1400, to: 900, at: 0, lasts: 0.05, loud: 0.5 },
    { wave: "sine", from: 240, to: 150, at: 0, lasts: 0.1, loud: 0.5 },
  ],
  move: [
    { wave: "noise", from: 500, to: 700, at: -0.12, lasts: 0.14, loud: 0.12 },
    { wave: "noise", from: 1200, to: 800, at: 0, lasts: 0.04, loud: 0.35 },
    { wave: "sine", from: 210, to: 140, at: 0, lasts: 0.09, loud: 0.4 },
  ],
  mill: [
    { wave: "triangle", from: 659, to: 659, at: 0, lasts: 0.22, loud: 0.25 },
    { wave: "triangle", from: 988, to: 988, at: 0.09, lasts: 0.32, loud: 0.25 },
  ],
  capture: [
    { wave: "noise", from: 900, to: 300, at: 0, lasts: 0.09, loud: 0.45 },
    { wave: "sine", from: 330, to: 110, at: 0, lasts: 0.22, loud: 0.4 },
  ],
  // A move in a puzzle or a lesson is right or wrong.
  right: [
    { wave: "triangle", from: 784, to: 784, at: 0.05, lasts: 0.14, loud: 0.2 },
    { wave: "triangle", from: 1175, to: 1175, at: 0.15, lasts: 0.3, loud: 0.2 },
  ],
  wrong: [
    { wave: "triangle", from: 196, to: 185, at: 0.05, lasts: 0.16, loud: 0.3 },
    { wave: "triangle", from: 156, to: 147, at: 0.2, lasts: 0.28, loud: 0.3 },
  ],
  // A major chord that rises, a minor one that falls, and an open fifth that does neither.
  win: [
    { wave: "triangle", from: 523, to: 523, at: 0.25, lasts: 0.3, loud: 0.22 },
    { wave: "triangle", from: 659, to: 659, at: 0.4, lasts: 0.3, loud: 0.22 },
    { wave: "triangle", from: 784, to: 784, at: 0.55, lasts: 0.3, loud: 0.22 },
    { wave: "triangle", from: 1047, to: 1047, at: 0.7, lasts: 0.8, loud: 0.22 },
  ],
  loss: [
    { wave: "triangle", from: 392, to: 392, at: 0.25, lasts: 0.4, loud: 0.22 },
    { wave: "triangle", from: 311, to: 311, at: 0.5, lasts: 0.4, loud: 0.22 },
    { wave: "triangle", from: 262, to: 255, at: 0.75, lasts: 0.9, loud: 0.24 },
  ],
  draw: [
    { wave: "triangle", from: 392, to: 392, at: 0.25, lasts: 0.5, loud: 0.2 },
    { wave: "triangle", from: 587, to: 587, at: 0.25, lasts: 0.5, loud: 0.14 },
    { wave: "triangle", from: 392, to: 392, at: 0.65, lasts: 0.7, loud: 0.16 },
  ],
  time: [
    { wave: "square", from: 880, to: 880, at: 0, lasts: 0.09, loud: 0.07 },
    { wave: "square", from: 880, to: 880, at: 0.16, lasts: 0.09, loud: 0.07 },
  ],
};

// The style sheet's delay after which each sound starts, so that it goes with the motion (style/motion.css).
const END = { win: "--leave", loss: "--leave", draw: "--leave" };
const WITH = { place: "--slide", move: "--slide", right: "--slide", wrong: "--slide", mill: "--light", capture: "--leave", ...END };

// Milliseconds in turn with and without vibration. A device has one vibration at a time, so the last of these counts.
const FELT = { place: 8, move: 8, capture: 20, mill: [15, 40, 15], right: [10, 60, 10], wrong: [40, 60, 40] };

// Milliseconds. A device that wakes up later, or a press that first permits sound, doesn't play what is long past.
const MAX_WAIT = 1000;

let context;
let noise;

/** Return the audio context, created on first use, or null if the browser has none. */
function audio() {
  const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (!context && Context) {
    context = new Context();
    noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  }
  return context ?? null;
}

function tone(out, { wave, from, to, lasts, loud }, start) {
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  gain.connect(out.destination);
  let source;
  if (wave === "noise") {
    const filter = new BiquadFilterNode(out, { type: "bandpass", frequency: from, Q: 0.9 });
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
    filter.connect(gain);
    source = new AudioBufferSourceNode(out, { buffer: noise });
    source.connect(filter);
  } else {
    source = new OscillatorNode(out, { type: wave, frequency: from });
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + lasts);
    source.connect(gain);
  }
  source.start(start);
  source.stop(start + lasts);
}

/** Return the seconds of a property of the board such as ".45s", or 0 without animation. */
function delay(board, name) {
  const still = document.documentElement.dataset.animation === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : parseFloat(getComputedStyle(board).getPropertyValue(name)) || 0;
}

/** Play sounds by their names, after the page has drawn what they belong to. */
export async function play(names) {
  const { sound, vibration } = document.documentElement.dataset;
  const felt = Object.keys(FELT).filter((name) => names.includes(name)).pop();
  if (vibration !== "off" && felt) navigator.vibrate?.(FELT[felt]);
  if (sound === "off") return;
  const out = audio();
  if (!out) return;
  const asked = performance.now();
  if (out.state !== "running") await out.resume();
  if (performance.now() - asked > MAX_WAIT) return;
  const board = document.getElementById("board");
  const now = out.currentTime + 0.01;
  for (const name of names) {
    const start = now + (WITH[name] ? delay(board, WITH[name]) : 0);
    for (const part of SOUNDS[name] ?? []) tone(out, part, Math.max(now, start + part.at));
  }
}
