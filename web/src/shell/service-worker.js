// Lets the app open offline: caches the files of one build, and fetches the page itself from the network if possible.
// The build inserts its file names here, so that every build has its own worker.
const FILES = __FILES__
const CACHE = `daymark-${__BUILD__}`

self.addEventListener('install', event => {
  const requests = FILES.map(
    file => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(requests)))
})

// Runs when no window uses the previous build, so its files can be deleted.
self.addEventListener('activate', event => event.waitUntil(forgetOlder().then(() => self.clients.claim())))

self.addEventListener('message', event => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})

async function forgetOlder() {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name.startsWith('daymark-') && name !== CACHE).map(name => caches.delete(name)),
  )
}

// Everything else, above all the API, goes to the network as if there were no worker.
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isApi(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
  else if (FILES.includes(url.pathname)) event.respondWith(fetchedOrKept(request))
})

// Tapping a notification opens the app.
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(showApp())
})

async function showApp() {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await (open ? open.focus() : self.clients.openWindow('/'))
}

const isApi = path => path.startsWith('/v1/') || path.startsWith('/auth/')

async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.status < 500) return answer
  } catch {
    // Uses the cached page while offline.
  }
  return (await kept('/')) ?? Response.error()
}

// The files do not depend on request headers.
const kept = request => caches.match(request, { ignoreVary: true })

const keptOrFetched = async request => (await kept(request)) ?? fetch(request)

const fetchedOrKept = request => fetch(request).catch(async () => (await kept(request)) ?? Response.error())
