import { describe, expect, test } from 'vitest'
import { describeScore, type Scored } from './describe-score.ts'
import { drawBadge } from './draw-badge.ts'
import { textWidth } from './text-width.ts'

const badge = { label: 'security', message: '97', color: 'brightgreen', style: 'flat' } as const

describe('a badge', () => {
  test('is as high as others, and as wide as its texts', () => {
    const svg = drawBadge(badge)
    const [left, right] = [textWidth('security') + 10, textWidth('97') + 10]
    expect(svg).toContain(`width="${left + right}" height="20" role="img" aria-label="security: 97"`)
    expect(svg).toContain(`<rect x="${left}" width="${right}" height="20" fill="#4b0"/>`)
    expect(svg).toContain('<title>security: 97</title>')
    // Round corners and shadows: two texts for each part.
    expect(svg).toContain('rx="3"')
    expect(svg.match(/<text /g)).toHaveLength(4)
  })

  test('of the square style has neither round corners nor shadows', () => {
    const svg = drawBadge({ ...badge, style: 'flat-square' })
    expect(svg).not.toMatch(/rx=|linearGradient/)
    expect(svg.match(/<text /g)).toHaveLength(2)
  })

  test('without a label is its message alone', () => {
    const svg = drawBadge({ ...badge, label: '' })
    expect(svg).toContain(`width="${textWidth('97') + 10}"`)
    expect(svg).toContain('aria-label="97"')
  })

  test('escapes what its label holds, and drops what XML cannot hold', () => {
    const svg = drawBadge({ ...badge, label: `<script>"&'\u0008\uFFFF` })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;&quot;&amp;&apos;: 97')
  })

  test.each([
    ['', 1],
    ['97', 13],
    // As wide as the most common badge of all is elsewhere.
    ['build', 27],
    ['passing', 41],
    ['WWW', 33],
    ['漢字', 23],
  ])('takes %j as %i px wide, which is odd', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('what a badge says', () => {
  const good: Scored = { score: 97, minimum: 90, isUndeclared: false, isIncomplete: false, data: ['current'] }
  const security = (scan: Partial<Scored>) => describeScore('security', { ...good, ...scan })

  test.each([
    [0, 'red'],
    [30, 'red'],
    [31, 'orange'],
    [60, 'orange'],
    [61, 'yellowgreen'],
    [95, 'yellowgreen'],
    [96, 'brightgreen'],
    [100, 'brightgreen'],
  ])('of a score of %i is %s', (score, color) => {
    expect(security({ score })).toEqual({ message: String(score), color })
  })

  test.each([
    ['no advisory data', { data: ['current', 'outdated', 'starter'] }],
    ['old advisory data', { data: ['current', 'outdated'] }],
    ['incomplete scan', { isIncomplete: true }],
    ['undeclared', { isUndeclared: true, data: [] }],
  ] as const)('is grey, "%s", in place of a good score that means nothing', (message, scan) => {
    expect(security(scan)).toEqual({ message, color: 'lightgrey' })
    // A bad one is true all the same.
    expect(security({ ...scan, score: 89 })).toEqual({ message: '89', color: 'yellowgreen' })
  })

  test('of stability and licensing does not depend on advisories', () => {
    const old = { ...good, isUndeclared: true, data: ['starter'] } satisfies Scored
    expect(describeScore('stability', old).message).toBe('97')
    expect(describeScore('licensing', { ...old, isIncomplete: true }).message).toBe('incomplete scan')
  })
})
