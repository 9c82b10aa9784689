// Opens the referee's page where no network is. It knows the page and what the page is made of, never the API: what is
// recorded goes through the page's own queue.
const ASSETS = {{ assets|safe }};
const HASHED = {{ hashed }};
const CACHE = "tablet-{{ version }}";
const PAGES = "tablet-pages";
const PATIENCE = 5000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (ASSETS.includes(url.pathname)) event.respondWith(asset(request));
});

async function install() {
  await (await caches.open(CACHE)).addAll(ASSETS);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("tablet-") && name !== CACHE && name !== PAGES) await caches.delete(name);
  await self.clients.claim();
  // The page that brought this worker along was asked for before it could listen.
  for (const { url } of await self.clients.matchAll({ type: "window" })) await kept(new Request(url)).catch(() => {});
}

async function page(request) {
  try {
    return await kept(request, AbortSignal.timeout(PATIENCE));
  } catch (error) {
    const known = await caches.match(request, { cacheName: PAGES, ignoreVary: true });
    if (known) return known;
    throw error;
  }
}

// An answer, remembered while it is the page itself; of a released tablet nothing is kept.
async function kept(request, signal) {
  const response = await fetch(request.url, { signal, credentials: "same-origin" });
  const pages = await caches.open(PAGES);
  if (response.ok) await pages.put(request.url, response.clone());
  else if (response.status === 403 || response.status === 404) await pages.delete(request.url, { ignoreVary: true });
  if (response.status >= 500) throw new Error(String(response.status));
  return response;
}

async function asset(request) {
  const known = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  if (HASHED && known) return known;
  return fetch(request).catch((error) => known ?? Promise.reject(error));
}
