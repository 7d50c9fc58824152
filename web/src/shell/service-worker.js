// Opens the app without a network: the files of one build are kept, the page itself is fetched fresh where possible.
// The build writes the names of its files in here, so that every build brings a worker of its own.
const FILES = __FILES__
const CACHE = `daymark-${__BUILD__}`

self.addEventListener('install', event => {
  const requests = FILES.map(
    file => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(requests)))
})

// Runs when no window uses the build before any more, so its files can go.
self.addEventListener('activate', event => event.waitUntil(forgetOlder().then(() => self.clients.claim())))

async function forgetOlder() {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name.startsWith('daymark-') && name !== CACHE).map(name => caches.delete(name)),
  )
}

// Whatever is not answered here goes to the network as if there were no worker: above all the API.
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isApi(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
  else if (FILES.includes(url.pathname)) event.respondWith(fetchedOrKept(request))
})

// Whoever taps a notification wants to see the app.
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
    // Offline: the kept page does as well.
  }
  return (await kept('/')) ?? Response.error()
}

// The files are the same for everybody, whatever the headers of the question.
const kept = request => caches.match(request, { ignoreVary: true })

const keptOrFetched = async request => (await kept(request)) ?? fetch(request)

const fetchedOrKept = request => fetch(request).catch(async () => (await kept(request)) ?? Response.error())
