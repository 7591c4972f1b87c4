import { expect, it } from 'vitest'
import { listed, readFixture, readText } from '../../testing/listed.ts'
import { cabalFreeze } from './cabal-freeze.ts'
import { stackLock } from './stack-lock.ts'

it('lists the constraints of a freeze file, without a version if none is pinned', () => {
  expect(listed(readFixture(cabalFreeze, 'cabal.project.freeze'))).toEqual([
    'aeson 1.4.7.1 runtime ?',
    'base 4.13.0.0 runtime ?',
    'biscuit-haskell 0.1.0.0 runtime ?',
    'ghc runtime ?',
    'xmonad runtime ?',
  ])
  const other = readText(
    cabalFreeze,
    'cabal.project.freeze',
    'packages: .\nconstraints:\n  a ==1,\nx: b ==2\n',
  )
  expect(listed(other)).toEqual(['a 1 runtime ?'])
})

it('lists the extra packages of a Stack project, and reports that those of the snapshot are missing', () => {
  const result = readFixture(stackLock, 'stack.yaml.lock')
  expect(listed(result)).toEqual(['aeson 1.4.7.1 runtime direct', 'xmonad 0.15.1 runtime direct'])
  expect(result.inventory?.issues.find(({ code }) => code === 'snapshot-unlisted')).toMatchObject({
    message: expect.stringMatching(/'lts-16\.4'/),
    where: 'stack.yaml.lock#/snapshots/0',
  })
})

it('does not list flag constraints as components', () => {
  const lines = [
    'any.bifunctors ==5.6.2',
    'bifunctors +semigroups +tagged',
    'digest -have_builtin',
    'setup.Cabal installed',
  ]
  const text = `constraints: ${lines.join(',\n             ')}\n`
  expect(listed(readText(cabalFreeze, 'cabal.project.freeze', text))).toEqual([
    'bifunctors 5.6.2 runtime ?',
    'Cabal runtime ?',
  ])
})
