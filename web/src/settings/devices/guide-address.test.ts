import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accessAt, filledStep, vdirsyncerConfig } from './guide-address.ts'
import { APPS, guideTextsEn } from './guide-texts-en.ts'
import { guideTextsKo } from './guide-texts-ko.ts'

const access = accessAt('https://day.example.org:8443', 'ann@example.org')

describe('instructions for calendar apps', () => {
  it('contain the address of this server and the name of the user', () => {
    assert.deepEqual(filledStep('Server: {host}. URL {server}', access), [
      { text: 'Server: ', isValue: false },
      { text: 'day.example.org:8443', isValue: true },
      { text: '. URL ', isValue: false },
      { text: 'https://day.example.org:8443/dav/', isValue: true },
    ])
    assert.match(
      vdirsyncerConfig(access, 'a"b'),
      /url = "https:.*\/dav\/"\nusername = "ann@.*"\npassword = "a\\"b"/,
    )
  })

  it('say in both languages for each app which server and which name to enter', () => {
    for (const { steps } of [guideTextsEn, guideTextsKo])
      for (const app of APPS) {
        if (app === 'vdirsyncer') continue
        const all = steps[app].join(' ')
        assert.match(all, /\{server\}/, app)
        assert.match(all, /\{user\}/, app)
        const left = steps[app].flatMap(step => filledStep(step, access)).map(each => each.text)
        assert.doesNotMatch(left.join(''), /[{}]/)
      }
  })
})
