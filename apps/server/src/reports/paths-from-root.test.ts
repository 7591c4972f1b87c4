import { expect, test } from 'vitest'
import { pathFinder } from './paths-from-root.ts'

/** One component a line: 'name@version <- who requires it', '*' is the project. */
const graph = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', parents = ''] = line.trim().split(' <-')
      const [name = '', version = ''] = key.split(/(?<=.)@/)
      const requiredBy = parents.trim().split(' ').filter(Boolean)
      return {
        ...{ name, version, is_direct: requiredBy.includes('*') },
        required_by: requiredBy.filter((parent) => parent !== '*'),
      }
    })

const find = pathFinder(
  graph(`
    a@1 <- *
    b@1 <- * a@1
    c@1 <- a@1 b@1
    @s/d@2 <- c@1
    x@1 <- y@1 a@1
    y@1 <- x@1
    lost@1 <-
  `),
)
const pathsTo = (key: string, limit = 5) => find(key, limit).map((path) => path.join(' '))

test.each([
  ['a@1', ['a:1']],
  ['b@1', ['b:1', 'a:1 b:1']],
  ['c@1', ['a:1 c:1', 'b:1 c:1', 'a:1 b:1 c:1']],
  ['@s/d@2', ['a:1 c:1 @s/d:2', 'b:1 c:1 @s/d:2', 'a:1 b:1 c:1 @s/d:2']],
])('%s came in by %j', (key, paths) => expect(pathsTo(key)).toEqual(paths))

test('a cycle is passed once', () => expect(pathsTo('y@1')).toEqual(['a:1 x:1 y:1']))
test('what nothing requires has no path', () => expect(pathsTo('lost@1')).toEqual([]))
test('what is not there has no path', () => expect(pathsTo('none@1')).toEqual([]))
test('no more than asked for', () => expect(pathsTo('c@1', 2)).toEqual(['a:1 c:1', 'b:1 c:1']))

test('a graph of many ways is given up in time', () => {
  const layers = Array.from({ length: 12 }, (_, layer) =>
    Array.from({ length: 12 }, (_, place) => ({
      ...{ name: `n${layer}-${place}`, version: '1', is_direct: layer === 0 },
      required_by: layer === 0 ? [] : Array.from({ length: 12 }, (_, above) => `n${layer - 1}-${above}@1`),
    })),
  )
  const paths = pathFinder(layers.flat())('n11-0@1', 5)
  expect(paths.map((path) => path.length)).toEqual([12, 12, 12, 12, 12])
})
