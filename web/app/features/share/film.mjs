/* Films of games as animated GIFs, encoded by gifenc, which is small and has no dependencies. Loaded on first use by Share. */
import { importVerified } from "./verified.mjs";

const GIFENC = { url: "../vendor/gifenc/gifenc.esm.js", integrity: "" };
const WIDTH = 480; // pixels
const COLOURS = 255; // of a picture, beside the transparent one

/** Promise an empty film. `add` promises to append a picture, given as SVG text, that shows for some milliseconds. All
 * pictures have the size of the first one. `file` ends the film and returns it as a Blob. */
export async function film() {
  const { GIFEncoder, quantize, applyPalette } = await importVerified(GIFENC);
  const gif = GIFEncoder();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let before = null;
  return {
    async add(svg, milliseconds) {
      const image = new Image();
      image.src = "data:image/svg+xml," + encodeURIComponent(svg);
      await image.decode();
      if (!before) {
        canvas.width = WIDTH;
        canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
        before = new Uint32Array(canvas.width * canvas.height);
        context.fillStyle = "#fff"; // around the board's round corners
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
      const { width, height } = canvas;
      context.drawImage(image, 0, 0, width, height);
      // The file holds only what has changed, in its own colours. The rest is transparent.
      const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      const changed = new Uint8Array(pixels.filter((pixel, at) => pixel !== before[at]).buffer);
      const palette = changed.length ? quantize(changed, COLOURS) : [];
      const colours = applyPalette(changed, palette);
      const clear = palette.push([0, 0, 0]) - 1;
      let next = 0;
      const indices = Uint8Array.from(pixels, (pixel, at) => (pixel === before[at] ? clear : colours[next++]));
      const more = { palette, delay: milliseconds, transparent: true, transparentIndex: clear, dispose: 1 };
      gif.writeFrame(indices, width, height, more);
      before = pixels;
    },
    file() {
      gif.finish();
      return new Blob([gif.bytes()], { type: "image/gif" });
    },
  };
}
