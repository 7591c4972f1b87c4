import { referenceTypes } from '@assay/engine/vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { formatReferences, formatVersions, parseReferences, parseVersions } from './versions-model.ts'

const range = (introduced: string, fixed: string | null = null, lastAffected: string | null = null) => ({
  introduced,
  fixed,
  lastAffected,
})

describe('versions', () => {
  test.each([
    ['', [range('0')], []],
    ['<1.2.3', [range('0', '1.2.3')], []],
    ['<=1.2.3', [range('0', null, '1.2.3')], []],
    ['>=1.0.0', [range('1.0.0')], []],
    ['>=1.0.0 <1.2.3, >=2.0.0 <=2.1.0', [range('1.0.0', '1.2.3'), range('2.0.0', null, '2.1.0')], []],
    ['1:2.0-1~deb12u1, 2.0.0-beta', [], ['1:2.0-1~deb12u1', '2.0.0-beta']],
    ['<1.0.0, 1.5.0', [range('0', '1.0.0')], ['1.5.0']],
  ])('%j are read and written', (text, ranges, versions) => {
    expect(parseVersions(text)).toEqual({ ranges, versions })
    expect(formatVersions({ ranges, versions })).toBe(text)
  })

  test.each(['>1.0.0', '<2.0.0 >=1.0.0', '1.0.0 - 2.0.0', '<', '^1.0.0 <2'])('%s is no range', (text) => {
    expect(parseVersions(`<1, ${text}`)).toEqual({ wrong: text })
  })

  test('of all and more stay all', () => {
    const all = { ranges: [range('0'), range('2.0.0')], versions: ['1'] }
    expect(parseVersions(formatVersions(all))).toEqual(all)
  })
})

describe('references', () => {
  test('are read and written, with the type of the web left out', () => {
    const text = 'FIX https://acme.example/fix\nhttps://acme.example'
    expect(formatReferences(parseReferences(text, referenceTypes) as never)).toBe(text)
  })

  test.each(['javascript:alert(1)', 'SOMETHING https://acme.example', 'acme.example'])(
    '%s is none',
    (line) => {
      expect(parseReferences(`\n${line}`, referenceTypes)).toEqual({ wrong: line })
    },
  )
})
