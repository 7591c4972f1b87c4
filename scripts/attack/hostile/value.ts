import type { Random } from '../../random.ts'
import { hostileText } from './text.ts'

const smallNumbers = [0, -0, -1, 1, 1.5, 0.1, 5e-324, 32_768]
const largeNumbers = [999_999_999_999, 1e21, -1e21, 1e308]
const limits = [
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  2 ** 64,
]
const numbers = [...smallNumbers, ...largeNumbers, ...limits]

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** Functions, since each request may modify its structure. */
const structures: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => ['a', 'a', 'a'],
  () => ({ a: { b: { c: {} } } }),
  () => nested(50),
  () => nested(101),
  () => nested(2_000),
  () => Array<string>(20_000).fill('x'),
  () => Array.from({ length: 3_000 }, () => ({})),
  () => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  () => JSON.parse('{"__proto__":{"polluted":true}}'),
  () => JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  () => JSON.parse('{"then":"x"}'),
  () => ({ length: 1e9 }),
  () => ({ toString: 'x' }),
  () => ({ valueOf: null, toJSON: 'x' }),
  () => ({ '': '' }),
  () => ({ 'a.b': 1 }),
]

/** A value of any JSON type. */
export function hostileValue(random: Random): unknown {
  const kind = random.below(10)
  if (kind < 5) return hostileText(random)
  return kind < 7 ? random.pick(numbers) : random.pick(structures)()
}
