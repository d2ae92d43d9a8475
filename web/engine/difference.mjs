/* The difference between a snapshot of Pyodide's memory and the data in Pyodide's code, which the worker fetches anyway.
 *
 * A third of the snapshot's bytes are in the code too. The build makes the difference (tools/site/snapshot.mjs), and the
 * worker undoes it with the same function. */
const DATA = 11; // the section of a WebAssembly module with the first contents of its memory
const CONTENTS = 4; // where the head of a snapshot says where the memory begins

/** Change each byte of a snapshot to its difference from the code's data, or back. Both are typed arrays. */
export function difference(snapshot, code) {
  const start = new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(CONTENTS, true);
  let at = 8; // behind the module's name and version

  function number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = code[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  function segment() {
    if (number() !== 0) throw new Error("Pyodide's code has data of an unknown kind");
    at += 1; // i32.const
    const target = start + number();
    at += 1; // end
    const length = number();
    for (let i = 0; i < length; i++) snapshot[target + i] ^= code[at + i];
    at += length;
  }

  while (at < code.length) {
    const section = code[at++];
    const length = number();
    const next = at + length;
    if (section === DATA) for (let left = number(); left > 0; left--) segment();
    at = next;
  }
}
