import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('keeps the most recently used entries, at most twice the limit', () => {
  const map = new BoundedMap<number, string>(10)
  for (let key = 0; key < 1000; key++) {
    map.set(key, String(key))
    expect(map.get(0)).toBe('0')
  }
  const remaining = Array.from({ length: 1000 }, (_, key) => key).filter((key) => map.get(key) !== undefined)
  expect(remaining.length).toBeGreaterThanOrEqual(10)
  expect(remaining.length).toBeLessThanOrEqual(20)
  expect(remaining.slice(-9)).toEqual([991, 992, 993, 994, 995, 996, 997, 998, 999])
})
