import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findCurrentBundle } from './current-bundle.ts'

const bundle = 'apps/cli/dist/assay.cjs'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** A checkout whose files were changed at these minutes. */
function checkout(files: Record<string, number>): string {
  const root = folderOfTest()
  for (const [path, minute] of Object.entries({ 'packages/text/src/a.ts': 1, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
    utimesSync(join(root, path), at(minute), at(minute))
  }
  return root
}

test('a bundle is used as long as none of its sources is newer', () => {
  const root = checkout({ [bundle]: 2, 'apps/cli/src/scan/a.ts': 1, 'package-lock.json': 1 })
  expect(findCurrentBundle(root)).toBe(join(root, bundle))
})

test.each(['apps/cli/src/scan/a.ts', 'packages/engine/src/deep/er/a.ts', 'package-lock.json'])(
  'a newer %s makes it stale',
  (path) => {
    expect(findCurrentBundle(checkout({ [bundle]: 2, [path]: 3 }))).toBeNull()
  },
)

test.each(['apps/cli/src/a.test.ts', 'packages/engine/src/fixtures/a.lock', 'apps/web/src/a.ts'])(
  'a newer %s does not, as it is not part of it',
  (path) => {
    expect(findCurrentBundle(checkout({ [bundle]: 2, [path]: 3 }))).not.toBeNull()
  },
)

test('without a bundle, there is none', () => {
  expect(findCurrentBundle(checkout({}))).toBeNull()
})
