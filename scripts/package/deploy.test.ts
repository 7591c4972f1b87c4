import { Environment } from '@assay/server/config.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFile(join(deploy, name), 'utf8')

test('every file names only settings that exist', async () => {
  const entries = await readdir(deploy, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const known = new Set([...Object.keys(Environment.shape), 'ASSAY_IMAGE'])
  const named = []
  for (const path of files)
    for (const [name] of (await readFile(path, 'utf8')).matchAll(/\bASSAY_[A-Z0-9_]+\b/g)) named.push(name)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the schema of the chart knows exactly its values', async () => {
  const schema = JSON.parse(await read('helm/assay/values.schema.json')) as {
    properties: Record<string, unknown>
  }
  const values = [...(await read('helm/assay/values.yaml')).matchAll(/^(\w+):/gm)].map(([, name]) => name!)
  // Helm itself adds the global ones.
  expect([...values, 'global'].toSorted()).toEqual(Object.keys(schema.properties).toSorted())
})

test('every value of the chart is used, and no other', async () => {
  const folder = 'helm/assay/templates'
  const templates = []
  for (const name of await readdir(join(deploy, folder))) templates.push(await read(`${folder}/${name}`))
  const used = new Set(
    [...templates.join('\n').matchAll(/(?:\$values|\.Values)\.(\w+)/g)].map(([, name]) => name!),
  )
  const values = [...(await read('helm/assay/values.yaml')).matchAll(/^(\w+):/gm)].map(([, name]) => name!)
  expect([...used].toSorted()).toEqual(values.toSorted())
})
