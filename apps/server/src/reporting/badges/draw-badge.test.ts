import { describe, expect, test } from 'vitest'
import { describeScore, type Scored } from './describe-score.ts'
import { drawBadge, textWidth } from './draw-badge.ts'

const badge = { label: 'security', message: '97', color: 'brightgreen', style: 'flat' } as const

describe('a badge', () => {
  test('has a fixed height and the width of its texts', () => {
    const svg = drawBadge(badge)
    const [left, right] = [textWidth('security') + 10, textWidth('97') + 10]
    expect(svg).toContain(`width="${left + right}" height="20" role="img" aria-label="security: 97"`)
    expect(svg).toContain(`<rect x="${left}" width="${right}" height="20" fill="#4b0"/>`)
    expect(svg).toContain('<title>security: 97</title>')
    // Round corners and shadows: two text elements per part.
    expect(svg).toContain('rx="3"')
    expect(svg.match(/<text /g)).toHaveLength(4)
  })

  test('in flat-square style has neither round corners nor shadows', () => {
    const svg = drawBadge({ ...badge, style: 'flat-square' })
    expect(svg).not.toMatch(/rx=|linearGradient/)
    expect(svg.match(/<text /g)).toHaveLength(2)
  })

  test('without a label only has a message', () => {
    const svg = drawBadge({ ...badge, label: '' })
    expect(svg).toContain(`width="${textWidth('97') + 10}"`)
    expect(svg).toContain('aria-label="97"')
  })

  test('escapes its label and shows characters invalid in XML', () => {
    const svg = drawBadge({ ...badge, label: `<script>"&'\u0008\uFFFF` })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;&quot;&amp;&#39;\uFFFD\uFFFD: 97')
  })

  test.each([
    ['', 1],
    ['97', 13],
    // The same width as shields.io for a common badge.
    ['build', 27],
    ['passing', 41],
    ['WWW', 33],
    ['漢字', 23],
  ])('measures %j as %i px wide, rounded to an odd number', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('the text of a badge', () => {
  const good: Scored = {
    score: 97,
    minimum: 90,
    isUndeclared: false,
    isIncomplete: false,
    data: ['current'],
    isMeasured: true,
    coverage: { listed: 46, checked: 46, blocking: 0 },
  }
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
  ])('for a score of %i is %s', (score, color) => {
    expect(security({ score })).toEqual({ message: String(score), color })
  })

  test.each([
    ['no advisory data', { data: ['current', 'outdated', 'starter'] }],
    ['old advisory data', { data: ['current', 'outdated'] }],
    ['incomplete scan', { isIncomplete: true }],
    ['undeclared', { isUndeclared: true, data: [] }],
    ['41 of 46 checked', { isUndeclared: true, coverage: { listed: 46, checked: 41, blocking: 5 } }],
  ] as const)('is gray, "%s", instead of a good score based on missing data', (message, scan) => {
    expect(security(scan)).toEqual({ message, color: 'lightgrey' })
    // A bad score is valid anyway.
    expect(security({ ...scan, score: 89 })).toMatchObject({
      message: expect.stringMatching(/^89( \(41 of 46 checked\))?$/),
      color: 'yellowgreen',
    })
  })

  test('of a good score says how much was checked, also where nothing is missing', () => {
    const coverage = { listed: 46, checked: 41, blocking: 0 }
    expect(security({ coverage })).toEqual({ message: '97 (41 of 46 checked)', color: 'brightgreen' })
    expect(describeScore('stability', { ...good, coverage }).message).toBe('97')
  })

  test('is gray without a measure, and says why if that is known', () => {
    const unmeasured = { isMeasured: false, score: 0 }
    expect(security(unmeasured)).toEqual({ message: 'not measured', color: 'lightgrey' })
    expect(security({ ...unmeasured, data: ['starter'] }).message).toBe('no advisory data')
    expect(describeScore('licensing', { ...good, ...unmeasured }).message).toBe('not measured')
  })

  test('for stability and licensing does not depend on advisories', () => {
    const old = { ...good, isUndeclared: true, data: ['starter'] } satisfies Scored
    expect(describeScore('stability', old).message).toBe('97')
    expect(describeScore('licensing', { ...old, isIncomplete: true }).message).toBe('incomplete scan')
  })
})
