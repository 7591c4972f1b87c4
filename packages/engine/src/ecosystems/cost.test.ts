import { expect, test } from 'vitest'
import { parseExpression } from '../licenses/expression.ts'
import { parsePurl } from '../purl.ts'
import { ecosystems } from '../ecosystems.ts'

const pieces = [
  '1.',
  'a',
  '-',
  '1a',
  '.',
  '0',
  '+',
  '~',
  '_',
  '1-',
  ' ',
  ':',
  '/',
  '@',
  '(',
  '.git',
  '1.0-alpha.',
]
const ends = ['', '!', '\n', 'x']

/** Processor time of this thread in ms, the minimum of several tries. */
function costOf(run: () => unknown): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

const length = 3_000

type Read = (text: string) => unknown

// Quadratic growth would be 64; very short times are not compared.
test.each<[string, Read]>([
  ...ecosystems.map(({ id, compareVersions, isStable, normalizeName }): [string, Read] => [
    `names and versions of ${id}`,
    (text) => [normalizeName(text), compareVersions(text, `${text}1`), isStable(text)],
  ]),
  ['package URLs', (text) => parsePurl(`pkg:npm/${text}`)],
  ['license expressions', parseExpression],
])('reads %s in time that grows linearly with length', (_, read) => {
  for (const piece of pieces) {
    for (const end of ends) {
      const make = (size: number) => piece.repeat(size / piece.length) + end
      const large = costOf(() => read(make(length * 8)))
      if (large < 40) continue
      const small = costOf(() => read(make(length)))
      expect(large / Math.max(small, 2), JSON.stringify([piece, end])).toBeLessThan(30)
    }
  }
})
