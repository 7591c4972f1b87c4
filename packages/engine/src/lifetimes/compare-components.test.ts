import { expect, test } from 'vitest'
import type { ComponentChangeKind } from '../vocabulary.ts'
import { compareComponents, type ComparedVersion } from './compare-components.ts'

const version = (isBefore: boolean, key: string, licenses = ['MIT']): ComparedVersion => {
  const [name, version] = key.split('@') as [string, string]
  return { ecosystem: 'npm', packageName: name, name, version, licenses, libyears: null, isBefore }
}
const had = (key: string, licenses?: string[]) => version(true, key, licenses)
const has = (key: string, licenses?: string[]) => version(false, key, licenses)

test.each<[ComponentChangeKind, ComparedVersion[]]>([
  ['added', [has('a@1.0.0')]],
  ['removed', [had('a@1.0.0')]],
  ['upgraded', [had('a@9.0.0'), has('a@10.0.0')]],
  ['downgraded', [had('a@10.0.0'), has('a@9.0.0')]],
  ['upgraded', [had('a@1.0.0'), had('a@2.0.0'), has('a@2.0.1')]],
  ['replaced', [had('a@main'), has('a@1.0.0')]],
  ['replaced', [had('a@1.0.0'), had('a@main'), has('a@2.0.0')]],
  ['relicensed', [had('a@1.0.0', ['MIT']), has('a@1.0.0', ['Apache-2.0'])]],
  ['upgraded', [had('a@1.0.0', ['MIT']), has('a@1.1.0', ['Apache-2.0'])]],
])('%s', (kind, versions) => {
  expect(compareComponents(versions).map((change) => change.kind)).toEqual([kind])
})

test('without an ecosystem, the order of versions is unknown', () => {
  const unknown = [had('a@1.0.0'), has('a@2.0.0')].map((each) => ({ ...each, ecosystem: null }))
  expect(compareComponents(unknown)[0]!.kind).toBe('replaced')
})

test('packages are told apart by ecosystem and name, with what each scan says of them', () => {
  const changes = compareComponents([
    had('a@1.0.0', ['MIT']),
    has('a@2.0.0', ['ISC']),
    { ...has('a@1.0.0'), ecosystem: 'pypi' },
    has('b@1.0.0'),
  ])
  expect(changes.map(({ ecosystem, name, kind }) => [ecosystem, name, kind])).toEqual([
    ['npm', 'a', 'upgraded'],
    ['pypi', 'a', 'added'],
    ['npm', 'b', 'added'],
  ])
  expect(changes[0]).toMatchObject({
    before: [{ version: '1.0.0', licenses: ['MIT'] }],
    after: [{ version: '2.0.0', licenses: ['ISC'] }],
  })
})
