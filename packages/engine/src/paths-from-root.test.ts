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
])('the paths to %s are %j', (key, paths) => expect(pathsTo(key)).toEqual(paths))

test('visits a cycle once', () => expect(pathsTo('y')).toEqual(['a x y']))
test('finds no path to a package that nothing requires', () => expect(pathsTo('lost')).toEqual([]))
test('finds no path to an unknown package', () => expect(pathsTo('none')).toEqual([]))
test('returns at most the given number of paths', () => expect(pathsTo('c', 2)).toEqual(['a c', 'b c']))

test('ends in time in a graph with exponentially many paths', () => {
  const layers = Array.from({ length: 12 }, (_, layer) =>
    Array.from({ length: 12 }, (_, index) => ({
      key: `n${layer}-${index}`,
      isDirect: layer === 0,
      requiredBy: layer === 0 ? [] : Array.from({ length: 12 }, (_, above) => `n${layer - 1}-${above}`),
    })),
  )
  const paths = pathFinder(layers.flat())('n11-0', 5)
  expect(paths.map((path) => path.length)).toEqual([12, 12, 12, 12, 12])
})
