import { expect, test } from 'vitest'
import { listRuntimePackages } from './runtime-packages.ts'

const lock = {
  '': { dependencies: { unrelated: '1' } },
  'apps/server': {
    dependencies: { '@x/engine': '1', fastify: '1' },
    optionalDependencies: { here: '1', there: '1' },
  },
  'packages/engine': { dependencies: { yaml: '1' } },
  'node_modules/@x/engine': { resolved: 'packages/engine', link: true },
  'node_modules/fastify': { dependencies: { yaml: '2' } },
  'node_modules/fastify/node_modules/yaml': { dependencies: { fastify: '1' } },
  'node_modules/yaml': {},
  'node_modules/here': {},
  'node_modules/there': {},
  'node_modules/unrelated': {},
}
const isInstalled = (path: string) => !path.endsWith('/there')

test('all that is needed is listed once, with nested versions and other workspaces', () => {
  expect(listRuntimePackages(lock, 'apps/server', isInstalled)).toEqual({
    packages: [
      'node_modules/fastify',
      'node_modules/fastify/node_modules/yaml',
      'node_modules/here',
      'node_modules/yaml',
    ],
    workspaces: ['apps/server', 'packages/engine'],
  })
})

test('a dependency that is not locked is an error that names it', () => {
  expect(() => listRuntimePackages({ a: { dependencies: { b: '1' } } }, 'a', isInstalled)).toThrow(
    'a needs b',
  )
})
