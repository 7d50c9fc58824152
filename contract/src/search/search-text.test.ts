import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hitsIn, rankOf, searchText, searchWords } from './search-text.ts'

const finds = (query: string, title: string, rest: string | null = null): boolean =>
  rankOf(searchText(title, [rest]), searchWords(query)) !== undefined
const rank = (query: string, title: string, rest: string | null = null) =>
  rankOf(searchText(title, [rest]), searchWords(query))

describe('search texts', () => {
  it('ignore case, accents and width', () => {
    for (const [query, title] of [
      ['RÉSUMÉ', 'my resume'],
      ['resume', 'Mein Résumé'],
      ['strasse', 'Große Straße'],
      ['ｒｅｐｏｒｔ', 'Report'],
      ['report', 'Ｒｅｐｏｒｔ １２'],
      ['12', 'Ｒｅｐｏｒｔ １２'],
      ['ΣΟΦΟΣ', 'σοφος'],
      ['istanbul', 'İSTANBUL'],
      ['ﾃﾞｰﾀ', 'データ'],
      ['re\u0301sume', 'Résumé'],
      ['zero\u200bwidth', 'zerowidth'],
      ['lodz', 'Wyjazd do Łodzi i Łódź'],
      ['ØL', 'smørrebrød og øl'],
      ['smorrebrod', 'Smørrebrød'],
      ['aeroskobing', 'Ærøskøbing'],
      ["Anna's", 'Anna’s birthday'],
      ['9-5', 'Shift 9–5'],
      ['שלום', 'שָׁלוֹם'],
      ['محمد', 'مُحَمَّد'],
    ] as const)
      assert.ok(finds(query, title), `${query} finds ${title}`)
    assert.ok(!finds('か', 'が'), 'voiced sounds are other letters')
  })

  it('find parts of words, and need every word in any order', () => {
    assert.ok(finds('port wri', 'Write report'))
    assert.ok(finds('wri port', 'Write', 'the report'))
    assert.ok(!finds('write letter', 'Write report'))
    assert.ok(finds('100%', '100% _done_'), 'no character is a wildcard')
    assert.ok(!finds('100_', '100% done'))
    assert.ok(!finds('endstart', 'end', 'start'), 'title and description do not run together')
  })

  it('find Korean by syllable and by initial consonants', () => {
    for (const [query, title] of [
      ['회의', '주간회의'],
      ['ㅎㅇ', '회의'],
      ['ㅈㄱㅎㅇ', '주간 팀 / 주간회의'],
      ['ㅎㅇ ㅌ', '팀 회의'],
      ['회ㅇ', '회의실'],
      ['ㅋㅋ', '웃음 ㅋㅋㅋ'],
      ['ㄳ', '감사 인사'],
      ['ㅄ', '박수'],
      ['\u1112\u116c\u110b\u1174', '회의'],
    ] as const)
      assert.ok(finds(query, title), `${query} finds ${title}`)
    assert.ok(!finds('ㅎㅇ', '회 의'), 'a space separates')
    assert.ok(!finds('하', '한글'), 'a syllable is found as a whole')
    assert.ok(!finds('ㅎㅇ', 'hi'))
    assert.ok(finds('ㅎㅇ', '🎉 회의'), 'characters outside the basic plane count as one')
  })

  it('rank the title before the rest, and the start before the inside', () => {
    const order = [
      rank('report', 'Report for May'),
      rank('report', 'Monthly report'),
      rank('report', 'Unreported'),
      rank('report', 'May', 'report it'),
      rank('report', 'May', 'unreported'),
    ]
    assert.deepEqual(order, [0, 1, 2, 4, 5])
    assert.equal(rank('write report', 'Write', 'report'), 3, 'the first word starts the title')
    assert.equal(rank('ㅎㅇ', '팀 회의'), 1)
    assert.equal(rank('ㅎㅇ', '🎉', '회의'), 4)
    assert.equal(rank('', 'x'), undefined)
  })

  it('have no words if nothing is left to search for', () => {
    assert.deepEqual(searchWords(' \u0301\u200b '), [])
    assert.equal(searchWords('a A ａ').length, 1)
  })

  it('mark the hits in the unchanged text', () => {
    const marked = (query: string, text: string) =>
      hitsIn(text, searchWords(query)).map(([start, end]) => text.slice(start, end))
    assert.deepEqual(marked('resume', 'My Résumé, resume'), ['Résumé', 'resume'])
    assert.deepEqual(marked('ㅎㅇ', '🎉 팀 회의와 회의록'), ['회의', '회의'])
    assert.deepEqual(marked('ss', 'Straße'), ['ß'])
    assert.deepEqual(marked('ab bc', 'abc'), ['abc'])
    assert.deepEqual(marked('x', 'abc'), [])
  })
})
