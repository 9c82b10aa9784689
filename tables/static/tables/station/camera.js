// @ts-check
/** Reads QR codes from the camera: with the browser's own reader where it has one, else with the vendored one. */

const EVERY = 150;
const FORGET = 2_500; // a code that stays before the camera is one scan
const WIDTH = 720;

/** @typedef {(picture: HTMLCanvasElement) => Promise<string>} Reader "" for nothing found */

/** Whether this page may use a camera: browsers give none to pages over plain http. */
export function cameraOffered() {
  return window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Starts reading; rejects where the camera is refused.
 * @param {HTMLVideoElement} video @param {(text: string) => void} found
 * @returns {Promise<() => void>} stops it
 */
export async function readCodes(video, found) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const read = await reader();
  video.srcObject = stream;
  await video.play();
  const seen = { text: "", at: 0 };
  let open = true;
  const look = async () => {
    const text = await read(pictureOf(video)).catch(() => "");
    const now = performance.now();
    if (open && text) {
      if (text !== seen.text || now - seen.at > FORGET) found(text);
      Object.assign(seen, { text, at: now });
    }
    if (open) setTimeout(look, EVERY);
  };
  void look();
  return () => {
    open = false;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** @returns {Promise<Reader>} */
async function reader() {
  const own = /** @type {any} */ (globalThis).BarcodeDetector;
  const formats = own ? await own.getSupportedFormats().catch(() => []) : [];
  if (formats.includes("qr_code")) {
    const detector = new own({ formats: ["qr_code"] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? "";
  }
  const { decodeQR } = await import("../../vendor/qr/decode.js");
  return async (picture) => {
    const { width, height } = picture;
    const pixels = picture.getContext("2d", { willReadFrequently: true })?.getImageData(0, 0, width, height);
    return pixels ? decodeQR({ width, height, data: pixels.data }) : "";
  };
}

const canvas = document.createElement("canvas");

/** @param {HTMLVideoElement} video */
function pictureOf(video) {
  const scale = Math.min(1, WIDTH / (video.videoWidth || WIDTH));
  canvas.width = Math.round((video.videoWidth || WIDTH) * scale);
  canvas.height = Math.round((video.videoHeight || WIDTH) * scale);
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}
