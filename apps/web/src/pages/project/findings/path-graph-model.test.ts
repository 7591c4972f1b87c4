import { expect, test } from 'vitest'
import { pathGraph } from './path-graph-model.ts'

const brief = (paths: string[][]) => {
  const { nodes, edges, ...size } = pathGraph(paths)
  return {
    nodes: nodes.map(({ id, depth, row }) => `${id} ${depth} ${row}`),
    edges: edges.map(({ from, to }) => `${from.id} > ${to.id}`),
    ...size,
  }
}

test('each component appears once, to the right of all its dependents', () => {
  expect(
    brief([
      ['b:1', 'z:1'],
      ['c:1', 'b:1', 'z:1'],
    ]),
  ).toEqual({
    nodes: [' 0 0', 'b:1 2 0', 'z:1 3 0', 'c:1 1 0'],
    edges: [' > b:1', 'b:1 > z:1', ' > c:1', 'c:1 > b:1'],
    columns: 4,
    rows: 1,
  })
})

test('parallel paths are drawn below each other', () => {
  expect(
    brief([
      ['a:1', 'z:1'],
      ['b:1', 'z:1'],
    ]),
  ).toMatchObject({ nodes: [' 0 0', 'a:1 1 0', 'z:1 2 0', 'b:1 1 1'], columns: 3, rows: 2 })
})

test('dependency cycles terminate', () => {
  expect(
    brief([
      ['a:1', 'b:1', 'z:1'],
      ['b:1', 'a:1', 'z:1'],
    ]).columns,
  ).toBe(4)
})
