// @ts-check
/** Keeps the screen on where the browser offers it (a secure page only); elsewhere the tablet's own setting has to. */
export function keepAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") void navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
