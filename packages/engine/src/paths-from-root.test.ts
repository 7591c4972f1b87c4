import { expect, test } from 'vitest'
import { pathFinder } from './paths-from-root.ts'

/** One component per line: 'name <- dependents', '*' is the project. */
const graph = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', parents = ''] = line.trim().split(' <-')
      const requiredBy = parents.trim().split(' ').filter(Boolean)
      return {
        key,
        isDirect: requiredBy.includes('*'),
        requiredBy: requiredBy.filter((parent) => parent !== '*'),
      }
    })

const find = pathFinder(
  graph(`
    a <- *
    b <- * a
    c <- a b
    d <- c
    x <- y a
    y <- x
    lost <-
  `),
)
const pathsTo = (key: string, limit = 5) => find(key, limit).map((path) => path.join(' '))

test.each([
  ['a', ['a']],
  ['b', ['b', 'a b']],
  ['c', ['a c', 'b c', 'a b c']],
  ['d', ['a c d', 'b c d', 'a b c d']],
])('%s came in by %j', (key, paths) => expect(pathsTo(key)).toEqual(paths))

test('a cycle is passed once', () => expect(pathsTo('y')).toEqual(['a x y']))
test('a package that nothing requires has no path', () => expect(pathsTo('lost')).toEqual([]))
test('a missing package has no path', () => expect(pathsTo('none')).toEqual([]))
test('no more than asked for', () => expect(pathsTo('c', 2)).toEqual(['a c', 'b c']))

test('a graph of many ways is given up in time', () => {
  const layers = Array.from({ length: 12 }, (_, layer) =>
    Array.from({ length: 12 }, (_, place) => ({
      key: `n${layer}-${place}`,
      isDirect: layer === 0,
      requiredBy: layer === 0 ? [] : Array.from({ length: 12 }, (_, above) => `n${layer - 1}-${above}`),
    })),
  )
  const paths = pathFinder(layers.flat())('n11-0', 5)
  expect(paths.map((path) => path.length)).toEqual([12, 12, 12, 12, 12])
})
