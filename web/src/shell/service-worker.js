// Caches one build's files, so that the app opens offline. Files outside `/assets/` come from the network if possible.
// The build replaces the placeholders, so that every build has its own worker.
const FILES = __FILES__
const CACHE = `daymark-${__BUILD__}`

self.addEventListener('install', event => {
  const requests = FILES.map(
    file => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(requests)))
})

// Runs when no window uses the previous build anymore, so its files can be deleted.
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

// Handles only pages and files. Other requests, especially to the API, bypass the worker.
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isApi(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
  else if (FILES.includes(url.pathname)) event.respondWith(fetchedOrKept(request))
})

// The browser ends the subscription if a push shows no notification.
self.addEventListener('push', event => event.waitUntil(showPush(event.data)))

const ACTIONS = {
  en: {
    done: 'Done',
    snooze: 'Snooze 10 min',
    start: 'Start timer',
    stop: 'Stop timer',
    keep: 'Keep running',
    stop_planned: 'Stop at planned end',
  },
  ko: {
    done: '완료',
    snooze: '10분 뒤 다시 알림',
    start: '타이머 시작',
    stop: '타이머 종료',
    keep: '계속 진행',
    stop_planned: '계획한 종료 시각에 종료',
  },
}

const NO_ACTIONS = ['meeting', 'focus']

async function showPush(data) {
  const push = readPush(data)
  const names = ACTIONS[push.language] ?? ACTIONS.en
  const actions =
    push.resource_kind === 'timer'
      ? ['keep', push.planned ? 'stop_planned' : 'stop']
      : push.resource_kind
        ? ['done', 'snooze', 'start']
        : []
  await self.registration.showNotification(push.title ?? 'Daymark', {
    body: push.body ?? '',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    // The tag makes a repeated push replace its earlier notification.
    tag: push.id,
    data: { id: push.id, path: push.path ?? '/notifications' },
    actions: NO_ACTIONS.includes(push.resource_kind)
      ? []
      : actions.map(action => ({ action, title: names[action] })),
  })
}

function readPush(data) {
  try {
    return data.json()
  } catch {
    return {}
  }
}

// A tap opens the notification's page. An action runs in an open window, or in a new one if the app is closed.
self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { id, path } = event.notification.data ?? {}
  event.waitUntil(event.action ? runAction(event.action, id) : showApp(path))
})

async function showApp(path = '/') {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return self.clients.openWindow(path)
  open.postMessage({ type: 'notification-open', path })
  await open.focus()
}

async function runAction(action, id) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open) open.postMessage({ type: 'notification-action', action, id })
  else await self.clients.openWindow(`/notifications?do=${action}&id=${id}`)
}

const isApi = path => path.startsWith('/v1/') || path.startsWith('/auth/')

async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.status < 500) return answer
  } catch {
    // Offline: falls back to the cached page.
  }
  return (await kept('/')) ?? Response.error()
}

// Files do not depend on request headers.
const kept = request => caches.match(request, { ignoreVary: true })

const keptOrFetched = async request => (await kept(request)) ?? fetch(request)

const fetchedOrKept = request => fetch(request).catch(async () => (await kept(request)) ?? Response.error())
