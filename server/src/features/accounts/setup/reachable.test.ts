import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../config/config.ts'
import { isForwarded, isPublished } from './reachable.ts'

test('a server that only this machine can reach is not published', () => {
  for (const settings of [
    {},
    { HOST: '127.0.0.1' },
    { HOST: '127.8.8.8' },
    { HOST: '::1' },
    { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://127.0.0.1:2614' },
    { PUBLIC_URL: 'https://day.localhost' },
  ])
    assert.equal(isPublished(readConfig(settings)), false, JSON.stringify(settings))
})

test('another address, a public URL, and proxies publish it', () => {
  for (const settings of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: 'day.lan' },
    { PUBLIC_URL: 'https://day.example.org' },
    { PUBLIC_URL: 'http://10.0.0.1:2614' },
    { TRUSTED_PROXY_IPS: '10.0.0.0/8' },
    { CDN_ENABLED: 'true', CDN_IP_LIST_URLS: 'https://cdn.example.org/list' },
  ])
    assert.equal(isPublished(readConfig(settings)), true, JSON.stringify(settings))
})

test('a request came through a proxy if one of its headers, or another name, says so', () => {
  const isForwardedWith = (headers: Record<string, string>) => isForwarded(name => headers[name])
  for (const host of ['localhost:2614', '127.0.0.1', '[::1]:2614', 'day.localhost'])
    assert.equal(isForwardedWith({ host }), false, host)
  assert.equal(isForwardedWith({}), false)
  for (const host of ['day.example.org', '192.168.1.20:2614', 'localhost.example.org', 'not a name'])
    assert.equal(isForwardedWith({ host }), true, host)
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'])
    assert.equal(isForwardedWith({ host: 'localhost', [name]: 'x' }), true, name)
})
