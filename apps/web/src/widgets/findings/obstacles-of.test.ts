import { expect, test } from 'vitest'
import { obstaclesOf } from './obstacles-of.ts'

const place = { lockfile: 'package-lock.json', commands: [] }

test('each sentence once, with what brings the release first', () => {
  const more = { edit: { file: 'pnpm-workspace.yaml', entry: 'overrides' }, bundledIn: ['npm 10.0.0'] }
  const instructions = [
    { ...place, parents: ['web 2.0.0'], blockedBy: ['plugin 1.0.0'], ...more },
    { ...place, lockfile: 'docs/package-lock.json', parents: ['web 2.0.0'] },
  ]
  expect(obstaclesOf({ instructions, to: '2.0.0' })).toEqual([
    'Comes with web 2.0.0.',
    'Edit pnpm-workspace.yaml: overrides',
    'No release of plugin 1.0.0 is known that allows it yet.',
    'The archive of npm 10.0.0 contains it: only another release of npm 10.0.0 replaces it.',
  ])
})

test('of malware, dependents are named that bring it back', () => {
  expect(obstaclesOf({ instructions: [{ ...place, blockedBy: ['plugin 1.0.0'] }], to: null })).toEqual([
    'plugin 1.0.0 brings it in: remove or replace it, too.',
  ])
})
