import type { Build } from '@assay/contract/builds.ts'
import { expect, test } from 'vitest'
import { areInventories, nameWithin, projectNameOf, runOf } from './scan-run-model.ts'

const uuid = '00000000-0000-4000-8000-000000000000'
const build: Build = {
  id: uuid,
  status: 'queued',
  reason: null,
  account_uuid: uuid,
  uuid,
  branch: 'main',
  reportUuid: null,
  security: null,
  stability: null,
  licensing: null,
  outcome: null,
  computedOutcome: null,
  coverage: null,
  measured: null,
  issues: [],
}
const issues = [{ code: 'unreadable', message: 'No JSON', where: 'bom.json' }]

test.each<[Partial<Build>, object]>([
  [{ status: 'preparing' }, { step: 'running' }],
  [{ status: 'queued' }, { step: 'running' }],
  [{ status: 'scanning' }, { step: 'running' }],
  [
    { status: 'success', security: '75' },
    { step: 'done', build: { security: '75' } },
  ],
  [
    { status: 'failed', reason: 'No lockfile', issues },
    { step: 'failed', reason: 'No lockfile', issues },
  ],
  [{ status: 'failed' }, { step: 'failed', reason: '' }],
])('a build with %j is shown as %j', (change, expected) => {
  expect(runOf({ ...build, ...change })).toMatchObject(expected)
})

test.each([
  ['storefront.cdx.json', 'storefront'],
  ['storefront.spdx', 'storefront'],
  ['my-app.lock', 'my-app'],
  ['package-lock.json', ''],
  ['Gemfile.lock', ''],
  ['bom.xml', ''],
])('%s suggests the project %j', (name, expected) => {
  expect(projectNameOf([{ name }])).toBe(expected)
})

test.each([
  [{ bomFormat: 'CycloneDX', metadata: { component: { name: 'storefront' } } }, 'storefront'],
  [{ spdxVersion: 'SPDX-2.3', name: ' storefront ' }, 'storefront'],
  [{ name: '@shop/web', lockfileVersion: 3, packages: {} }, '@shop/web'],
  [{ bomFormat: 'CycloneDX', metadata: {} }, ''],
  [{ name: { first: 'x' } }, ''],
  [null, ''],
])('a file with %j suggests the project %j', async (content, expected) => {
  expect(await nameWithin(new File([JSON.stringify(content)], 'bom.json'))).toBe(expected)
})

test('only small JSON files suggest a project', async () => {
  expect(await nameWithin(new File(['[[package]]\nname = "app"'], 'Cargo.lock'))).toBe('')
  const read = () => Promise.reject(new Error('Not to be read'))
  expect(await nameWithin({ size: 100_000_000, text: read })).toBe('')
  expect(await nameWithin(undefined)).toBe('')
})

test('a folder is one project', () => {
  expect(projectNameOf([{ name: 'yarn.lock', webkitRelativePath: 'shop/web/yarn.lock' }])).toBe('shop')
  expect(projectNameOf([])).toBe('')
})

test('several SBOMs are separate projects, the files of a folder are not', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  expect(areInventories(named('shop.cdx.json', 'bank.spdx.json', 'bom.xml'))).toBe(true)
  expect(areInventories(named('package.json', 'package-lock.json'))).toBe(false)
  expect(areInventories(named('shop.cdx.json', 'package-lock.json'))).toBe(false)
  expect(areInventories(named('shop.cdx.json'))).toBe(false)
})
