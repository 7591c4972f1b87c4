import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecosystems } from '../ecosystems.ts'

/** Pieces with a meaning in some ecosystem, to generate a wide range of versions. */
const pieces = [
  '0 00 1 01 2 10 9007199254740993 20200101000000 . . . - - _ + ! ~ * x',
  'a alpha b beta rc RC c dev post r final _alpha _p1 -r1 ^ : ga sp SNAPSHOT go v constructor __proto__ é \u{1f600} \ud800',
].flatMap((line) => [...line.split(' '), ' '])
const release = fc.array(fc.constantFrom('0', '1', '2', '10'), { minLength: 1, maxLength: 4 })
const suffixes = ['', '-alpha', '-alpha.1', '-beta.11', '-rc1', 'b1', 'rc2', '.post1', '.dev3', '+build']
const packaged = [
  '-1',
  '~rc1',
  '^git1',
  '_alpha1',
  '_p2',
  '-r3',
  '+deb12u1',
  '-1.el9_4',
  'a',
  '~~',
  '_rc1-r0',
]
const plain = fc
  .tuple(release, fc.constantFrom(...suffixes, ...packaged))
  .map(([numbers, suffix]) => numbers.join('.') + suffix)
const odd = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))
const version = fc.oneof(odd, plain)
/**
 * The original tools' orders are not transitive for unusual texts: Maven has +0 < 0-alpha < 0 < +0; Conan compares a
 * number with a word as text, so that 10rc2 < 2 < 10 < 10rc2.
 */
const intransitive = new Set(['maven', 'conan'])
/** Common forms of published versions: '1.0', '1.0-alpha', '1.0-rc-2'. */
const qualified = fc
  .tuple(release, fc.constantFrom('', '-alpha-1', '-beta', '-M2', '-rc-1', '-SNAPSHOT', '-sp'))
  .map(([numbers, suffix]) => numbers.join('.') + suffix)
const hostile = ['1', '1.', '.', '-', 'a', '1a', '1-', ' ', '1!', '+', '0', 'v', '1.0-a.', '\t', 'go1'].map(
  (unit) => unit.repeat(200_000 / unit.length),
)
const runs = { numRuns: 1_000 }

describe.each(ecosystems)('$name', (ecosystem) => {
  const order = (a: string, b: string) => {
    const result = ecosystem.compareVersions(a, b)
    return result === null ? null : Math.sign(result)
  }

  test('a version equals itself', () => {
    fc.assert(
      fc.property(version, (a) => {
        expect([0, null]).toContain(order(a, a))
      }),
      runs,
    )
  })

  test('any two valid versions are comparable', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const areVersions = order(a, a) !== null && order(b, b) !== null
        expect(order(a, b) === null).toBe(!areVersions)
      }),
      runs,
    )
  })

  test('comparison is antisymmetric', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [forward, backward] = [order(a, b), order(b, a)]
        if (forward === null) expect(backward).toBeNull()
        else expect(forward + backward!).toBe(0)
      }),
      runs,
    )
  })

  test('comparison is transitive', () => {
    const isOdd = intransitive.has(ecosystem.id)
    const three = fc.array(isOdd ? qualified : version, { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(three, (texts) => {
        const versions = texts.filter((text) => order(text, text) !== null)
        for (const a of versions) {
          for (const b of versions) {
            for (const c of versions) {
              const isChain = order(a, b)! <= 0 && order(b, c)! <= 0
              const isStrict = isChain && order(a, b)! + order(b, c)! < 0
              if (isStrict) expect([a, b, c, order(a, c)]).toEqual([a, b, c, -1])
              else if (isChain) expect([a, b, c, order(a, c)]).toEqual([a, b, c, 0])
            }
          }
        }
      }),
      runs,
    )
  })

  test('there is a step if and only if the second version is higher', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(ecosystem.stepBetween(a, b) !== null).toBe(order(a, b) === -1)
      }),
      runs,
    )
  })

  test('reads any text without throwing', () => {
    const text = fc.oneof(version, fc.string({ unit: 'binary' }), fc.constantFrom(...pieces))
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(typeof ecosystem.compareVersions(a, b)).toMatch(/number|object/)
        expect(typeof ecosystem.isStable(a)).toBe('boolean')
        expect(ecosystem.normalizeName(ecosystem.normalizeName(a))).toBe(ecosystem.normalizeName(a))
        expect(ecosystem.webUrl(a, b) ?? 'https://').toMatch(/^https:\/\//)
      }),
      runs,
    )
  })

  test('rejects overlong texts', () => {
    for (const text of hostile) {
      expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
      expect(ecosystem.compareVersions('1.0', text)).toBeNull()
      expect(ecosystem.isStable(text)).toBe(false)
      expect(ecosystem.stepBetween('1.0', text)).toBeNull()
    }
    expect(ecosystem.compareVersions(`1.${'1'.repeat(510)}`, '1.0')).toBeGreaterThan(0)
    expect(ecosystem.compareVersions(`1.${'1'.repeat(511)}`, '1.0')).toBeNull()
  })
})
