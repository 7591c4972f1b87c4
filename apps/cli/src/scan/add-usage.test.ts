import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { readUsage } from '@assay/engine/usage/usage-document.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { addUsage } from './add-usage.ts'
import { readInputs } from './read-inputs.ts'

let folder: string
beforeEach(async () => {
  folder = folderOfTest()
  await writeFile(
    join(folder, 'go.mod'),
    'module example.org/app\n\ngo 1.22\n\nrequire golang.org/x/net v0.1.0\n',
  )
  await writeFile(join(folder, 'main.go'), 'package main\n\nimport "golang.org/x/net/html"\n')
})

const add = async (options: Parameters<typeof addUsage>[1], path = folder) =>
  addUsage(await readInputs([path], {}), options)

const usageIn = ({ files }: Awaited<ReturnType<typeof add>>) => {
  const document = files.find(({ filename }) => filename === 'assay-usage.json')
  return document && readUsage({ path: document.filename, bytes: document.bytes }).usage
}

async function writeFindings(...findings: object[]): Promise<string> {
  const messages = [{ config: {} }, ...findings.map((finding) => ({ finding }))]
  const path = join(folder, 'vulns.json')
  await writeFile(path, messages.map((each) => JSON.stringify(each)).join('\n'))
  return path
}

const place = { file: 'main.go', line: 3 }

test('what sources import is a document of the scan', async () => {
  const usage = usageIn(await add({}))
  expect(usage?.searched).toEqual([{ language: 'Go', files: 1 }])
  expect(usage?.packages).toContainEqual({
    ecosystem: 'go',
    packageName: 'golang.org/x/net',
    state: 'used',
    place,
    module: 'golang.org/x/net/html',
  })
})

test('nothing is searched for a file or if it is turned off, and a stale document of a folder is left out', async () => {
  expect(usageIn(await add({}, join(folder, 'go.mod')))).toBeUndefined()
  expect(usageIn(await add({ usage: false }))).toBeUndefined()
  await writeFile(join(folder, 'assay-usage.json'), '{"assayUsage":1,"packages":[],"searched":[]}')
  expect(usageIn(await add({ usage: false }))).toBeUndefined()
})

test('govulncheck is heard with and without sources, and another file is an issue', async () => {
  const govulncheck = await writeFindings({ osv: 'GO-1', trace: [{ module: 'golang.org/x/net' }] })
  const advisories = [{ id: 'GO-1', usage: { state: 'not-seen', checkedBy: 'govulncheck' } }]
  for (const [usage, state] of [
    [true, 'used'],
    [false, 'unknown'],
  ] as const) {
    const found = usageIn(await add({ usage, govulncheck }))?.packages
    expect(found?.find(({ packageName }) => packageName === 'golang.org/x/net')).toMatchObject({
      state,
      advisories,
    })
  }
  const { issues } = await add({ govulncheck: join(folder, 'main.go') })
  expect(issues.map(({ code }) => code)).toContain('govulncheck-unreadable')
})

test('cargo tree says which crates of the lockfile are not built, and another file is an issue', async () => {
  const crate = (name: string, ...dependencies: string[]) =>
    `[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\ndependencies = [${dependencies.map((each) => `"${each}"`).join()}]\n`
  await writeFile(join(folder, 'Cargo.lock'), `version = 3\n\n${crate('rand', 'winapi')}\n${crate('winapi')}`)
  const cargoTree = join(folder, 'tree.txt')
  await writeFile(cargoTree, 'app v0.1.0\n└── rand v1.0.0\n')
  for (const usage of [true, false]) {
    const found = usageIn(await add({ usage, cargoTree }))?.packages
    const winapi = found?.find(({ packageName }) => packageName === 'winapi')
    expect(winapi).toEqual({
      ecosystem: 'crates.io',
      packageName: 'winapi',
      state: 'not-seen',
      checkedBy: 'cargo tree',
    })
    expect(found?.find(({ packageName }) => packageName === 'rand')?.state).not.toBe('not-seen')
  }
  const { issues } = await add({ cargoTree: join(folder, 'main.go') })
  expect(issues.map(({ code }) => code)).toContain('cargo-tree-unreadable')
})
